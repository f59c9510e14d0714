import type { RouteObject } from 'react-router-dom'
import { Footer } from './Footer.tsx'
import { ForOnePerson, RequireUser, RequireVisitor } from './guards.tsx'
import { OwnLayout, StoreLayout } from './StoreLayout.tsx'
import { header, screen } from './screens.tsx'

const studentHeader = header('src/app/StudentHeader.tsx', () => import('./StudentHeader.tsx'))

const learnHeader = header('src/features/learn/LearnHeader.tsx', () => import('../features/learn/LearnHeader.tsx'))

const checkoutHeader = header('src/app/CheckoutHeader.tsx', () => import('./CheckoutHeader.tsx'))

const admin = screen('src/admin/AdminScreen.tsx', () => import('../admin/AdminScreen.tsx'))

/** Every address and its screen. */
export const routes: RouteObject[] = [
  { path: '/admin', ...admin },
  { path: '/admin/login', ...admin },
  {
    element: <RequireUser description="Please login to access your dashboard" />,
    children: [
      {
        element: <OwnLayout header={studentHeader.element} footer={<Footer />} />,
        handle: studentHeader.handle,
        children: [
          {
            path: '/dashboard',
            ...screen(
              'src/features/dashboard/DashboardScreen.tsx',
              () => import('../features/dashboard/DashboardScreen.tsx'),
            ),
          },
          {
            path: '/dashboard/orders',
            ...screen('src/features/orders/OrdersScreen.tsx', () => import('../features/orders/OrdersScreen.tsx')),
          },
          {
            path: '/dashboard/profile',
            ...screen('src/features/profile/ProfileScreen.tsx', () => import('../features/profile/ProfileScreen.tsx')),
          },
          {
            path: '/dashboard/settings',
            ...screen(
              'src/features/profile/SettingsScreen.tsx',
              () => import('../features/profile/SettingsScreen.tsx'),
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
        element: <OwnLayout header={learnHeader.element} />,
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
    element: <OwnLayout header={checkoutHeader.element} />,
    handle: checkoutHeader.handle,
    children: [
      {
        element: <ForOnePerson />,
        children: [
          {
            path: '/checkout',
            ...screen(
              'src/features/checkout/CheckoutScreen.tsx',
              () => import('../features/checkout/CheckoutScreen.tsx'),
            ),
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
        path: '/refund',
        ...screen('src/features/pages/RefundScreen.tsx', () => import('../features/pages/RefundScreen.tsx')),
      },
      {
        path: '/delivery',
        ...screen('src/features/pages/DeliveryScreen.tsx', () => import('../features/pages/DeliveryScreen.tsx')),
      },
      {
        path: '/cancellation',
        ...screen(
          'src/features/pages/CancellationScreen.tsx',
          () => import('../features/pages/CancellationScreen.tsx'),
        ),
      },
      {
        path: '/cart',
        ...screen('src/features/cart/CartScreen.tsx', () => import('../features/cart/CartScreen.tsx')),
      },
      {
        path: '/payment_status',
        ...screen(
          'src/features/checkout/PaymentStatusScreen.tsx',
          () => import('../features/checkout/PaymentStatusScreen.tsx'),
        ),
      },
      {
        element: <RequireVisitor />,
        children: [
          {
            path: '/login',
            ...screen('src/features/auth/LoginScreen.tsx', () => import('../features/auth/LoginScreen.tsx')),
          },
          {
            path: '/register',
            ...screen('src/features/auth/LoginScreen.tsx', () => import('../features/auth/LoginScreen.tsx')),
          },
        ],
      },
      {
        path: '/forgot-password',
        ...screen(
          'src/features/auth/ForgotPasswordScreen.tsx',
          () => import('../features/auth/ForgotPasswordScreen.tsx'),
        ),
      },
      {
        path: '/confirm',
        ...screen('src/features/auth/ConfirmScreen.tsx', () => import('../features/auth/ConfirmScreen.tsx')),
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
