import type { RouteObject } from 'react-router-dom'
import { Footer } from './Footer.tsx'
import { RequireUser } from './guards.tsx'
import { StoreLayout, StudentLayout } from './StoreLayout.tsx'
import { screen } from './screens.tsx'

const studentHeader = screen('src/app/StudentHeader.tsx', () => import('./StudentHeader.tsx'))

const learnHeader = screen('src/features/learn/LearnHeader.tsx', () => import('../features/learn/LearnHeader.tsx'))

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
    element: <RequireUser title="Please login to access course content" />,
    children: [
      {
        path: '/learn/:courseId',
        element: <StudentLayout header={learnHeader.element} />,
        handle: learnHeader.handle,
        children: [
          {
            index: true,
            ...screen('src/features/learn/LearnScreen.tsx', () => import('../features/learn/LearnScreen.tsx')),
          },
        ],
      },
    ],
  },
  {
    element: <StoreLayout />,
    children: [
      { path: '/', ...screen('src/features/home/HomeScreen.tsx', () => import('../features/home/HomeScreen.tsx')) },
      {
        path: '/courses',
        ...screen('src/features/courses/CoursesScreen.tsx', () => import('../features/courses/CoursesScreen.tsx')),
      },
      {
        path: '/course/:courseId',
        ...screen('src/features/courses/CourseScreen.tsx', () => import('../features/courses/CourseScreen.tsx')),
      },
      {
        path: '/about',
        ...screen('src/features/pages/AboutScreen.tsx', () => import('../features/pages/AboutScreen.tsx')),
      },
      {
        path: '/contact',
        ...screen('src/features/pages/ContactScreen.tsx', () => import('../features/pages/ContactScreen.tsx')),
      },
      {
        path: '/privacy',
        ...screen('src/features/pages/PrivacyScreen.tsx', () => import('../features/pages/PrivacyScreen.tsx')),
      },
      {
        path: '/terms',
        ...screen('src/features/pages/TermsScreen.tsx', () => import('../features/pages/TermsScreen.tsx')),
      },
      {
        path: '/cookies',
        ...screen('src/features/pages/CookiesScreen.tsx', () => import('../features/pages/CookiesScreen.tsx')),
      },
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
