import type { PageShop } from 'contract/shop/defaults'
import { startTransition } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { loadLink } from './api/client.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/App.tsx'
import { forgetWhoLeaves } from './app/next-person.ts'
import { applyPageState, type PageState } from './app/page-state.ts'
import { routes } from './app/routes.tsx'
import { fetchScreens } from './app/screens.tsx'
import { takeEarly } from './first-page/early.ts'
import { createRoot, hydrateRoot } from './first-page/root.ts'
import { language, languageBase, withoutLanguage } from './language/language.ts'
import { paths } from './paths.ts'
import { startCart } from './stores/cart.ts'
import { startSession } from './stores/session.ts'
import { fetchToasts } from './ui/Toasts.tsx'
import 'virtual:styles.css'

/** Reads the server's data in the document under this id; undefined if absent. */
function readEmbedded<Data>(id: 'page-state' | 'frame-state' | 'shop-settings'): Data | undefined {
  const element = document.getElementById(id)
  return element?.textContent ? (JSON.parse(element.textContent) as Data) : undefined
}

/** The owner's changes of the shop's texts; undefined without any. */
let shop: PageShop | undefined

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  await nextTask()
  const queryClient = createQueryClient()
  const page = readEmbedded<PageState>('page-state')
  const isDrawn =
    window.screenAhead &&
    (await import('./app/drawn-screen.ts').then((file) => file.takeDrawn(queryClient, root)).catch(() => false))
  const state = page ?? readEmbedded<PageState>('frame-state')
  if (state) applyPageState(queryClient, state)
  if (!page) {
    void loadLink().catch(() => undefined)
    fetchToasts()
  }
  shop = readEmbedded<PageShop>('shop-settings')
  startSession()
  forgetWhoLeaves(queryClient)
  const { search, pathname } = window.location
  // The cart of a buy link starts when it is filled.
  const isBuyLink = /[?&]course=/.test(search) && withoutLanguage(pathname) === paths.checkout
  if (!isBuyLink) startCart()
  // If the screen fails to load there is nothing to hydrate: the app then shows its own message.
  const ready = await Promise.all([
    fetchScreens(routes, withoutLanguage(window.location.pathname), shop),
    language !== 'en' && import('./language/first-sentences.ts'),
    !page && fetchSentences(),
  ]).then(
    () => true,
    () => false,
  )
  await nextTask()
  const app = (
    <BrowserRouter basename={languageBase}>
      <App queryClient={queryClient} shop={shop} />
    </BrowserRouter>
  )
  if (!isDrawn) takeEarly(root)
  if (ready && !isDrawn && root.firstElementChild) {
    // In small steps, so that a slow phone stays responsive; a visitor's action makes it finish at once.
    startTransition(() => void hydrateRoot(root, app))
  } else createRoot(root).render(app)
  if (isBuyLink) import('./shared/cart/buy-link.ts').catch(startCart)
  else if (/[?&](code|buy)=/.test(search)) void import('./shared/cart/code-link.ts')
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(sign, fetchAhead, { passive: true })
}

/**
 * Loads the sentences of server and contract in this language, which a rendered page needs only after a visitor's
 * action.
 */
const fetchSentences = () => (language === 'en' ? undefined : import('./language/sentences.ts'))

/** Lets the browser respond to its visitor first. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

type Connection = { saveData?: boolean }

/**
 * Prefetches the screen of a link that is pointed at or focused, and the toasts at the first action of a visitor. Does
 * nothing for visitors who save data.
 */
function fetchAhead({ target }: Event): void {
  if ((navigator as { connection?: Connection }).connection?.saveData) return
  fetchToasts()
  void fetchSentences()?.catch(() => undefined)
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin !== window.location.origin || link.hreflang) return
  void fetchScreens(routes, withoutLanguage(link.pathname), shop).catch(() => undefined)
}

void start()
