import { rules } from 'virtual:style-rules'
import type { PageHead, PagePicture, PageRenderer } from 'contract/page-renderer'
import { brandDefaults } from 'contract/shop/brand'
import { renderToString } from 'react-dom/server'
import { matchRoutes, StaticRouter } from 'react-router-dom'
import { adminPaths } from './admin/host/admin-paths.ts'
import { tabModule } from './admin/tabs/tabs.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/App.tsx'
import { pageState } from './app/page-data.ts'
import { applyPageState } from './app/page-state.ts'
import { routes } from './app/routes.tsx'
import { fetchScreens, screenModules } from './app/screens.tsx'
import './language/first-sentences.ts'
import { inLanguage, languageBase } from './language/language.ts'
import { drawFor } from './stores/session.ts'
import { HeadContext } from './ui/Head.tsx'
import { setMediaHost } from './ui/media-host.ts'

const ORIGIN = 'http://store.invalid'

/** Renders a page of the store, or the screen of a student, to markup: with all the data it needs and without network access. */
export const renderer: PageRenderer = {
  async render({ url, data, student, mediaHost = '' }) {
    const address = new URL(url, ORIGIN)
    const modules = await fetchScreens(routes, address.pathname, data.shop)
    const queryClient = createQueryClient()
    const state = pageState(address, data)
    applyPageState(queryClient, state)
    const collected: { head?: PageHead; picture?: PagePicture; fonts?: string[] } = {}
    setMediaHost(mediaHost)
    const body = drawFor(student, () =>
      renderToString(
        <HeadContext value={collected}>
          <StaticRouter basename={languageBase} location={inLanguage(url)}>
            <App queryClient={queryClient} shop={data.shop} />
          </StaticRouter>
        </HeadContext>,
      ),
    )
    queryClient.clear()
    const beyond = data.list?.cards.length === 0 && data.list.total > 0
    const found = isKnown(address.pathname) && data.course !== null && !data.missing && !beyond
    const { head = { title: data.shop?.brand?.name ?? brandDefaults.name }, ...wanted } = collected
    return { status: found ? 200 : 404, head, ...wanted, styles: stylesOf(body), body, state, modules }
  },

  async screens(url) {
    const { pathname, searchParams } = new URL(url, ORIGIN)
    const modules = screenModules(routes, pathname)
    return pathname === adminPaths.home ? [...modules, tabModule(searchParams)] : modules
  },
}

const isKnown = (pathname: string): boolean => matchRoutes(routes, pathname)?.at(-1)?.route.path !== '*'

/** Returns the rules of the classes that a page uses, in order. The full sheet loads after the first paint. */
function stylesOf(body: string): string {
  const used = new Set<string>()
  for (const [, names = ''] of body.matchAll(/ class="([^"]*)"/g)) for (const name of names.split(' ')) used.add(name)
  const texts = rules.filter(([name]) => used.has(name)).map(([, text]) => text)
  return `<style>${texts.join('')}</style>`
}
