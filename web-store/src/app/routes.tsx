import type { RouteObject } from 'react-router-dom'
import { StoreLayout } from './StoreLayout.tsx'
import { screen } from './screens.tsx'

/** Every address and its screen. */
export const routes: RouteObject[] = [
  {
    element: <StoreLayout />,
    children: [
      {
        path: '/error',
        ...screen('src/features/pages/ErrorScreen.tsx', () => import('../features/pages/ErrorScreen.tsx')),
      },
      {
        path: '*',
        ...screen('src/features/pages/NotFoundScreen.tsx', () => import('../features/pages/NotFoundScreen.tsx')),
      },
    ],
  },
]
