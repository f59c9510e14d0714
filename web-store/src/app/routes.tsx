import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import { Loading } from '../ui/Loading.tsx'
import { RouteProblem } from './RouteProblem.tsx'
import { StoreLayout } from './StoreLayout.tsx'

/** What a route says of itself: its source module, by which the server finds the files to load ahead. */
export type RouteHandle = { module: string }

/** A screen in a file of its own, fetched when it is first visited. `module` is the file, from the root of the package. */
function screen(module: string, load: () => Promise<{ default: ComponentType }>) {
  return { handle: { module } satisfies RouteHandle, lazy: async () => ({ Component: (await load()).default }) }
}

/** Every address and its screen. */
export const routes: RouteObject[] = [
  {
    errorElement: <RouteProblem />,
    hydrateFallbackElement: <Loading />,
    children: [
      {
        element: <StoreLayout />,
        children: [
          {
            errorElement: <RouteProblem />,
            children: [
              {
                path: '/error',
                ...screen('src/features/pages/ErrorScreen.tsx', () => import('../features/pages/ErrorScreen.tsx')),
              },
              {
                path: '*',
                ...screen(
                  'src/features/pages/NotFoundScreen.tsx',
                  () => import('../features/pages/NotFoundScreen.tsx'),
                ),
              },
            ],
          },
        ],
      },
    ],
  },
]
