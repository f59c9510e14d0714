/** Every address of the store. Links are made here, so that an address changes in one place. */
export const paths = {
  home: '/',
  courses: '/courses',
  course: (courseId: string) => `/course/${encodeURIComponent(courseId)}`,
  about: '/about',
  contact: '/contact',
  privacy: '/privacy',
  terms: '/terms',
  cookies: '/cookies',
  refund: '/refund',
  delivery: '/delivery',
  cancellation: '/cancellation',
  cart: '/cart',
  checkout: '/checkout',
  paymentStatus: '/payment_status',
  login: '/login',
  register: '/register',
  /** With the referral code of the friend who sent the link. */
  registerWith: (code: string) => `/register?${new URLSearchParams({ ref: code })}`,
  forgotPassword: '/forgot-password',
  dashboard: '/dashboard',
  profile: '/dashboard/profile',
  settings: '/dashboard/settings',
  orders: '/dashboard/orders',
  learn: (courseId: string) => `/learn/${encodeURIComponent(courseId)}`,
  /** Where an admin edits a course, and its lessons. */
  adminCourse: (courseId: string) => `/admin?${new URLSearchParams({ tab: 'editcourse', course_id: courseId })}`,
  adminLessons: (courseId: string) => `/admin?${new URLSearchParams({ tab: 'content', course_id: courseId })}`,
  /** The error page; `from` is the path it offers to go back to. */
  error: (from: string) => `/error?${new URLSearchParams({ from })}`,
  /** Anchor of the steps on the home page. */
  steps: '#how',
} as const

/** `text` when it is a path of this store, else undefined: an address from outside must not lead away. */
export function ownPath(text: string | null | undefined): string | undefined {
  // Browsers drop control characters from addresses: `/<tab>/host` leads away just as `//host` does.
  return text && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : undefined
}
