import { ChakraProvider } from '@chakra-ui/react'
import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import type { PageHead, PagePicture, PageRenderer } from 'contract/page-renderer'
import { brandDefaults } from 'contract/shop-brand'
import { renderToString } from 'react-dom/server'
import { matchRoutes, StaticRouter } from 'react-router-dom'
import { adminPaths } from './admin/admin-paths.ts'
import { tabModule } from './admin/tabs.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/App.tsx'
import { pageState } from './app/page-data.ts'
import { applyPageState } from './app/page-state.ts'
import { routes } from './app/routes.tsx'
import { fetchScreens, screenModules } from './app/screens.tsx'
import { RULES } from './first-page/style-cache.ts'
import './language/first-sentences.ts'
import { inLanguage, languageBase } from './language/language.ts'
import { HeadContext } from './ui/Head.tsx'
import { theme } from './ui/theme/system.ts'

const ORIGIN = 'http://store.invalid'

/** Renders a public page of the store to markup, with everything the page needs and nothing of the network. */
export const renderer: PageRenderer = {
  async render({ url, data }) {
    const address = new URL(url, ORIGIN)
    const modules = await fetchScreens(routes, address.pathname)
    const queryClient = createQueryClient()
    const state = pageState(address, data)
    applyPageState(queryClient, state)
    const cache = collectingCache()
    const collected: { head?: PageHead; picture?: PagePicture; fonts?: string[] } = {}
    const body = renderToString(
      <CacheProvider value={cache}>
        <HeadContext value={collected}>
          <StaticRouter basename={languageBase} location={inLanguage(url)}>
            <App queryClient={queryClient} shop={data.shop} />
          </StaticRouter>
        </HeadContext>
      </CacheProvider>,
    )
    queryClient.clear()
    const beyond = data.list?.cards.length === 0 && data.list.total > 0
    const status = isKnown(address.pathname) && data.course !== null && !beyond ? 200 : 404
    const { head = { title: data.shop?.brand?.name ?? brandDefaults.name }, ...wanted } = collected
    return { status, head, ...wanted, styles: styleTag(cache), body, state, modules }
  },

  async screens(url) {
    const { pathname, searchParams } = new URL(url, ORIGIN)
    const modules = screenModules(routes, pathname)
    return pathname === adminPaths.home ? [...modules, tabModule(searchParams)] : modules
  },
}

/** The styles of the whole document, which are the same on every page. */
export function globalStyles(): string {
  const cache = collectingCache()
  renderToString(
    <CacheProvider value={cache}>
      <ChakraProvider value={theme()}>{null}</ChakraProvider>
    </CacheProvider>,
  )
  return Object.values(cache.inserted).join('')
}

/** Rules stay in the cache instead of being written beside the elements that use them. */
function collectingCache(): EmotionCache {
  const cache = createCache({ key: 'css' })
  cache.compat = true
  return cache
}

const isKnown = (pathname: string): boolean => matchRoutes(routes, pathname)?.at(-1)?.route.path !== '*'

/** The rules this page used, by whose names the browser knows that it has them. Those of the whole document come with the build. */
function styleTag(cache: EmotionCache): string {
  const used = Object.entries(cache.inserted).filter(([id]) => cache.registered[`${cache.key}-${id}`] !== undefined)
  const ids = used.map(([id]) => id).join(' ')
  return `<style ${RULES}="${ids}">${used.map(([, css]) => css).join('')}</style>`
}
