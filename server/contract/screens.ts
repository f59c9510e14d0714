/**
 * Audience of a screen. A `public` one is the same for all: the server renders it and search engines may index it. The browser renders all
 * others, some from a frame made by the server (`pages/page-table.ts`): `personal` for any visitor, `guest` without a login, `buyer` on the
 * way to the payment, `student` and `learner` with a login (`learner` in the player), `admin` in the console, which has its own login.
 */
export type Audience = 'public' | 'personal' | 'guest' | 'buyer' | 'student' | 'learner' | 'admin'

/**
 * Every screen of the store, a row each: its address and whom it is for. The row `home` is the component in `HomeScreen.tsx` of the store;
 * a third entry names the screen that two addresses share. Links, routes with their guards and headers, the server's pages,
 * sitemap and robots.txt, and the browser tests that visit every screen are made of these rows. `makers` in `pages/page-table.ts` loads what a
 * public screen shows of the catalogue; `e2e/tests/screens.release.spec.ts` walks the loading, empty and failing states.
 */
export const screens = {
  home: ['/', 'public'],
  courses: ['/courses', 'public'],
  course: ['/course/:courseId', 'public'],
  about: ['/about', 'public'],
  contact: ['/contact', 'public'],
  privacy: ['/privacy', 'public'],
  terms: ['/terms', 'public'],
  cookies: ['/cookies', 'public'],
  refund: ['/refund', 'public'],
  delivery: ['/delivery', 'public'],
  cancellation: ['/cancellation', 'public'],
  privacyRequest: ['/privacy/request', 'personal'],
  cart: ['/cart', 'personal'],
  paymentStatus: ['/payment_status', 'personal'],
  forgotPassword: ['/forgot-password', 'personal'],
  confirm: ['/confirm', 'personal'],
  setPassword: ['/set-password', 'personal'],
  gift: ['/gift', 'personal'],
  view: ['/view', 'personal'],
  partner: ['/partner', 'personal'],
  error: ['/error', 'personal'],
  login: ['/login', 'guest'],
  register: ['/register', 'guest', 'login'],
  checkout: ['/checkout', 'buyer'],
  dashboard: ['/dashboard', 'student'],
  orders: ['/dashboard/orders', 'student'],
  profile: ['/dashboard/profile', 'student'],
  settings: ['/dashboard/settings', 'student'],
  learn: ['/learn/:courseId', 'learner'],
  work: ['/learn/:courseId/work', 'learner'],
  admin: ['/admin', 'admin'],
  logInAsAdmin: ['/admin/login', 'admin', 'admin'],
} as const satisfies Record<string, readonly [address: `/${string}`, audience: Audience, shared?: string]>

export type ScreenName = keyof typeof screens
