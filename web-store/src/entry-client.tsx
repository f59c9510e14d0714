import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { loadLink } from './api/client.ts'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/App.tsx'
import { applyPageState, type PageState } from './app/page-state.ts'
import { routes } from './app/routes.tsx'
import { fetchScreens } from './app/screens.tsx'
import { startCart } from './stores/cart.ts'
import { startSession } from './stores/session.ts'

function givenState(): PageState | undefined {
  const element = document.getElementById('page-state')
  return element?.textContent ? (JSON.parse(element.textContent) as PageState) : undefined
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
      <App queryClient={queryClient} />
    </BrowserRouter>
  )
  if (ready && root.firstElementChild) hydrateRoot(root, app)
  else {
    root.replaceChildren()
    createRoot(root).render(app)
  }
  requestIdle(() => {
    for (const next of ['/courses', '/course/next', '/cart']) void fetchScreens(routes, next).catch(() => undefined)
  })
}

/** What the visitor is likely to open next, once nothing else is to be done; not on a connection that counts its bytes. */
function requestIdle(task: () => void): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 10_000 })
  else setTimeout(task, 3000)
}

void start()
