import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { renderToString } from 'react-dom/server'
import { matchRoutes, StaticRouter } from 'react-router-dom'
import type { PageHead, PagePicture, PageRenderer } from 'server/contract/page-renderer'
import { brandDefaults } from 'server/contract/shop-brand'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/App.tsx'
import { pageState } from './app/page-data.ts'
import { applyPageState } from './app/page-state.ts'
import { routes } from './app/routes.tsx'
import { fetchScreens } from './app/screens.tsx'
import { HeadContext } from './ui/Head.tsx'

const ORIGIN = 'http://store.invalid'

/** Renders a public page of the store to markup, with everything the page needs and nothing of the network. */
export const renderer: PageRenderer = {
  async render({ url, data }) {
    const address = new URL(url, ORIGIN)
    const modules = await fetchScreens(routes, address.pathname)
    const queryClient = createQueryClient()
    const state = pageState(address, data)
    applyPageState(queryClient, state)
    const cache = createCache({ key: 'css' })
    // Rules stay in the cache instead of being written beside the elements that use them.
    cache.compat = true
    const collected: { head?: PageHead; picture?: PagePicture } = {}
    const body = renderToString(
      <CacheProvider value={cache}>
        <HeadContext value={collected}>
          <StaticRouter location={url}>
            <App queryClient={queryClient} shop={data.shop} />
          </StaticRouter>
        </HeadContext>
      </CacheProvider>,
    )
    queryClient.clear()
    const beyond = data.list?.cards.length === 0 && data.list.total > 0
    const status = isKnown(address.pathname) && data.course !== null && !beyond ? 200 : 404
    const { head = { title: data.shop?.brand?.name ?? brandDefaults.name }, picture } = collected
    return { status, head, ...(picture && { picture }), styles: styleTags(cache), body, state, modules }
  },
}

const isKnown = (pathname: string): boolean => matchRoutes(routes, pathname)?.at(-1)?.route.path !== '*'

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
