import type { RouteObject } from 'react-router-dom'
import { Footer } from './Footer.tsx'
import { RequireUser } from './guards.tsx'
import { StoreLayout, StudentLayout } from './StoreLayout.tsx'
import { screen } from './screens.tsx'

const studentHeader = screen('src/app/StudentHeader.tsx', () => import('./StudentHeader.tsx'))

/** Every address and its screen. */
export const routes: RouteObject[] = [
  {
    element: <RequireUser description="Please login to access your dashboard" />,
    children: [
      {
        element: <StudentLayout header={studentHeader.element} footer={<Footer />} />,
        handle: studentHeader.handle,
        children: [
          {
            path: '/dashboard',
            ...screen(
              'src/features/dashboard/DashboardScreen.tsx',
              () => import('../features/dashboard/DashboardScreen.tsx'),
            ),
          },
        ],
      },
    ],
  },
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
