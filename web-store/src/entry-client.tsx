import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import type { PageShop } from 'server/contract/shop-defaults'
import { loadLink } from './api/client.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/App.tsx'
import { takeEarly } from './app/early.ts'
import { applyPageState, type PageState } from './app/page-state.ts'
import { routes } from './app/routes.tsx'
import { fetchScreens } from './app/screens.tsx'
import { startCart } from './stores/cart.ts'
import { startSession } from './stores/session.ts'

function givenState(): PageState | undefined {
  const element = document.getElementById('page-state')
  return element?.textContent ? (JSON.parse(element.textContent) as PageState) : undefined
}

/** What the owner changed of the shop; there is no such element when that is nothing. */
function givenShop(): PageShop | undefined {
  const element = document.getElementById('shop-settings')
  return element?.textContent ? (JSON.parse(element.textContent) as PageShop) : undefined
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element')
  const queryClient = createQueryClient()
  const state = givenState()
  if (state) applyPageState(queryClient, state)
  else void loadLink().catch(() => undefined)
  startSession()
  startCart()
  // Where the screen cannot be fetched there is nothing to take over: the app then says so in its own words.
  const ready = await fetchScreens(routes, window.location.pathname).then(
    () => true,
    () => false,
  )
  const app = (
    <BrowserRouter>
      <App queryClient={queryClient} shop={givenShop()} />
    </BrowserRouter>
  )
  takeEarly(root)
  if (ready && root.firstElementChild) hydrateRoot(root, app)
  else {
    root.replaceChildren()
    createRoot(root).render(app)
  }
  for (const sign of ['pointerover', 'touchstart', 'focusin'])
    document.addEventListener(sign, fetchAhead, { passive: true })
}

/** Whoever points at a link, or reaches it with the keyboard, is about to follow it: its screen is fetched meanwhile. */
function fetchAhead({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.origin !== window.location.origin) return
  void fetchScreens(routes, link.pathname).catch(() => undefined)
}

void start()
