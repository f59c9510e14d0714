import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterProvider } from 'react-router-dom'
import { createQueryClient } from './api/query-client.ts'
import { App } from './app/App.tsx'
import { applyPageState, type PageState } from './app/page-state.ts'
import { routes } from './app/routes.tsx'
import { startCart } from './stores/cart.ts'
import { startSession } from './stores/session.ts'

/** What was rendered must be there again when React takes over, so the screens of this address are fetched first. */
async function loadScreens(): Promise<void> {
  const matches = matchRoutes(routes, window.location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
}

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
  startSession()
  startCart()
  // Without a screen there is nothing to take over; the router then says that the page could not be opened.
  await loadScreens().catch(() => root.replaceChildren())
  const app = (
    <App queryClient={queryClient}>
      <RouterProvider router={createBrowserRouter(routes)} />
    </App>
  )
  if (root.firstElementChild) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

void start()
