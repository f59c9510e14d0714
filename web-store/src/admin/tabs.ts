import type { AdminRole } from 'contract/define-call'

/** The roles that see a tab besides the owner. */
type Roles = readonly Exclude<AdminRole, 'owner'>[]

type Place = 'bar' | 'menu' | 'none'

function tab<const Id extends string>(id: Id, label: string, place: Place, roles: Roles, file: string) {
  return { id, label, place, roles, file, module: `src/admin/${file}` }
}

const EDITOR: Roles = ['editor']
const SUPPORT: Roles = ['support']
const MONEY: Roles = ['support', 'finance']

/**
 * Every tab of the console: `?tab=` and its label, its place (the bar, the account's menu, or reached from another one), and its screen in a
 * file of its own, which `tab-screens.ts` loads. Both hosts have the same ones.
 */
export const tabs = [
  tab('overview', 'Overview', 'bar', MONEY, 'overview/OverviewTab.tsx'),
  tab('courses', 'Courses', 'bar', EDITOR, 'courses/list/CoursesTab.tsx'),
  tab('editcourse', 'Edit course', 'none', EDITOR, 'courses/editor/EditCourseTab.tsx'),
  tab('courseprice', 'Price and codes', 'none', EDITOR, 'courses/plan/CoursePriceTab.tsx'),
  tab('coursestudents', 'Students of a course', 'none', [], 'courses/students/CourseStudentsTab.tsx'),
  tab('coursenumbers', 'Course analytics', 'none', [], 'courses/students/CourseNumbersTab.tsx'),
  tab('orders', 'Orders', 'bar', MONEY, 'orders/OrdersTab.tsx'),
  tab('pastorders', 'Past orders', 'none', MONEY, 'past-orders/PastOrdersTab.tsx'),
  tab('users', 'Users', 'bar', SUPPORT, 'users/UsersTab.tsx'),
  tab('student', 'Student', 'none', SUPPORT, 'student/StudentTab.tsx'),
  tab('enrol', 'Enrol by hand', 'none', SUPPORT, 'enrol/EnrolTab.tsx'),
  tab('movein', 'Move in', 'none', ['support', 'editor'], 'move-in/MoveInTab.tsx'),
  tab('inbox', 'Inbox', 'bar', SUPPORT, 'inbox/InboxTab.tsx'),
  tab('reviews', 'Reviews', 'menu', ['support', 'editor'], 'reviews/ReviewsTab.tsx'),
  tab('promocodes', 'Promo Codes', 'bar', ['editor', 'finance'], 'promocodes/PromocodesTab.tsx'),
  tab('addcourse', 'Add Course', 'bar', EDITOR, 'courses/editor/AddCourseTab.tsx'),
  tab('content', 'Content', 'bar', EDITOR, 'content/ContentTab.tsx'),
  tab('quiz', 'Quiz of a lesson', 'none', EDITOR, 'quiz/QuizTab.tsx'),
  tab('assignment', 'Assignment of a lesson', 'none', EDITOR, 'assignment/AssignmentTab.tsx'),
  tab('live', 'Date of a live lesson', 'none', EDITOR, 'live/LiveTab.tsx'),
  tab('payment', 'Payment', 'bar', [], 'payment/PaymentTab.tsx'),
  tab('media', 'Media', 'bar', EDITOR, 'media/MediaTab.tsx'),
  tab('settings', 'Settings', 'menu', [], 'settings/SettingsTab.tsx'),
  tab('payouts', 'Payouts', 'menu', ['finance'], 'payouts/PayoutsTab.tsx'),
  tab('invoices', 'Invoices', 'menu', ['finance'], 'invoices/InvoicesTab.tsx'),
  tab('activity', 'Activity', 'menu', [], 'activity/ActivityTab.tsx'),
  tab('admins', 'Admins', 'menu', [], 'admins/AdminsTab.tsx'),
  tab('password', 'Security', 'menu', ['editor', 'support', 'finance'], 'session/SignInTab.tsx'),
] as const

export type TabId = (typeof tabs)[number]['id']

export const DEFAULT_TAB: TabId = 'courses'

/** The tabs of a role, in their order; all of them until the role is known. */
export const tabsOf = (role: AdminRole | undefined) =>
  tabs.filter(({ roles }) => role === undefined || role === 'owner' || roles.includes(role))

/** The tab of an address; the default one, or the first of the role, where the address names none that there is. */
export function tabOf(search: URLSearchParams, role: AdminRole | undefined): (typeof tabs)[number] {
  const own = tabsOf(role)
  const named = own.find(({ id }) => id === search.get('tab'))
  return named ?? own.find(({ id }) => id === DEFAULT_TAB) ?? (own[0] as (typeof tabs)[number])
}

/** The source module of the tab that an address opens, which the server lets the browser fetch along with the console. */
export const tabModule = (search: URLSearchParams): string => tabOf(search, undefined).module
