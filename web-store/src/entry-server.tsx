import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router-dom'
import type { PageHead, PageRenderer } from 'server/contract/page-renderer'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/App.tsx'
import { applyPageState, pageState } from './app/page-state.ts'
import { type RouteHandle, routes } from './app/routes.tsx'
import { HeadContext } from './ui/Head.tsx'

const handler = createStaticHandler(routes)
const ORIGIN = 'http://store.invalid'

/** Renders a public page of the store to markup, with everything the page needs and nothing of the network. */
export const renderer: PageRenderer = {
  async render({ url, data }) {
    const address = new URL(url, ORIGIN)
    const context = await handler.query(new Request(address))
    if (context instanceof Response) throw new Error(`The store answered ${url} with a redirect`)
    const queryClient = createQueryClient()
    const state = pageState(address, data)
    applyPageState(queryClient, state)
    const cache = createCache({ key: 'css' })
    // Rules stay in the cache instead of being written beside the elements that use them.
    cache.compat = true
    const collected: { head?: PageHead } = {}
    const body = renderToString(
      <CacheProvider value={cache}>
        <HeadContext value={collected}>
          <App queryClient={queryClient}>
            <StaticRouterProvider
              router={createStaticRouter(handler.dataRoutes, context)}
              context={context}
              hydrate={false}
            />
          </App>
        </HeadContext>
      </CacheProvider>,
    )
    queryClient.clear()
    return {
      status: isKnown(context, data, address) ? 200 : 404,
      head: collected.head ?? { title: 'SkillHaat' },
      styles: styleTags(cache),
      body,
      state,
      modules: context.matches.flatMap(({ route }) => (route.handle as RouteHandle | undefined)?.module ?? []),
    }
  },
}

function isKnown(context: StaticHandlerContext, data: object, { pathname }: URL): boolean {
  const path = context.matches.at(-1)?.route.path
  if (path === '*' || path === undefined) return false
  return !pathname.startsWith('/course/') || 'course' in data
}

/** The rules this page used, as the style elements from which Emotion takes over in the browser: global ones apart, each by its id. */
function styleTags(cache: EmotionCache): string {
  const ids: string[] = []
  let rules = ''
  let globals = ''
  for (const [id, css] of Object.entries(cache.inserted)) {
    if (typeof css !== 'string') continue
    if (cache.registered[`${cache.key}-${id}`] === undefined) {
      globals += `<style data-emotion="${cache.key}-global ${id}">${css}</style>`
    } else {
      ids.push(id)
      rules += css
    }
  }
  return `${globals}<style data-emotion="${cache.key} ${ids.join(' ')}">${rules}</style>`
}
