import type { AdminRole } from 'contract/define-call'

/** The roles that see a tab besides the owner. */
type Roles = readonly Exclude<AdminRole, 'owner'>[]

/** The groups of the menu, in their order. */
export const groups = {
  courses: 'Courses',
  students: 'Students',
  grow: 'Grow',
  money: 'Money',
  store: 'Store',
  team: 'Team',
} as const
export type Group = keyof typeof groups

/** Above the groups, in one of them, in the account's menu, or reached from the tab that it is under. */
type Place = 'top' | Group | 'account' | `under ${string}`

function tab<const Id extends string>(id: Id, label: string, place: Place, roles: Roles, file: string) {
  return { id, label, place, roles, file, module: `src/admin/${file}` }
}

const EDITOR: Roles = ['editor']
const SUPPORT: Roles = ['support']
const MONEY: Roles = ['support', 'finance']
const FINANCE: Roles = ['finance']

/**
 * Every tab of the console, in the order of the menu: `?tab=` and its label, its place, the roles that see it, and its screen in a
 * file of its own, which `tab-screens.ts` loads. Both hosts have the same ones.
 */
export const tabs = [
  tab('overview', 'Home', 'top', MONEY, 'overview/OverviewTab.tsx'),
  tab('orders', 'Orders', 'top', MONEY, 'orders/OrdersTab.tsx'),
  tab('pastorders', 'Past orders', 'under orders', MONEY, 'past-orders/PastOrdersTab.tsx'),

  tab('courses', 'Courses', 'courses', EDITOR, 'courses/list/CoursesTab.tsx'),
  tab('editcourse', 'Edit course', 'under courses', EDITOR, 'courses/editor/EditCourseTab.tsx'),
  tab('courseprice', 'Price and codes', 'under courses', EDITOR, 'courses/plan/CoursePriceTab.tsx'),
  tab('coursestudents', 'Students of a course', 'under courses', [], 'courses/students/CourseStudentsTab.tsx'),
  tab('coursenumbers', 'Course analytics', 'under courses', [], 'courses/students/CourseNumbersTab.tsx'),
  tab('addcourse', 'Add Course', 'courses', EDITOR, 'courses/editor/AddCourseTab.tsx'),
  tab('content', 'Content', 'courses', EDITOR, 'content/ContentTab.tsx'),
  tab('quiz', 'Quiz of a lesson', 'under content', EDITOR, 'quiz/QuizTab.tsx'),
  tab('assignment', 'Assignment of a lesson', 'under content', EDITOR, 'assignment/AssignmentTab.tsx'),
  tab('live', 'Date of a live lesson', 'under content', EDITOR, 'live/LiveTab.tsx'),
  tab('bundles', 'Bundles', 'courses', EDITOR, 'courses/list/CoursesTab.tsx'),
  tab('addbundle', 'Add bundle', 'under bundles', EDITOR, 'courses/editor/AddCourseTab.tsx'),
  tab('media', 'Media', 'courses', EDITOR, 'media/MediaTab.tsx'),

  tab('users', 'Students', 'students', SUPPORT, 'users/UsersTab.tsx'),
  tab('student', 'Student', 'under users', SUPPORT, 'student/StudentTab.tsx'),
  tab('enrol', 'Enrol', 'students', SUPPORT, 'enrol/EnrolTab.tsx'),
  tab('movein', 'Move in', 'under users', ['support', 'editor'], 'move-in/MoveInTab.tsx'),
  tab('reviews', 'Reviews', 'students', ['support', 'editor'], 'reviews/ReviewsTab.tsx'),
  tab('inbox', 'Inbox', 'students', SUPPORT, 'inbox/InboxTab.tsx'),

  tab('promocodes', 'Promo Codes', 'grow', ['editor', 'finance'], 'promocodes/PromocodesTab.tsx'),
  tab('offers', 'Offers', 'grow', ['editor', 'finance'], 'offers/OffersTab.tsx'),
  tab('letters', 'Letters', 'grow', EDITOR, 'letters/LettersTab.tsx'),
  tab('letter', 'Letter', 'under letters', EDITOR, 'letters/LetterTab.tsx'),
  tab('sequence', 'Automatic letters', 'under letters', EDITOR, 'letters/SequenceTab.tsx'),
  tab('sources', 'Sources', 'grow', FINANCE, 'sources/SourcesTab.tsx'),

  tab('payouts', 'Payouts', 'money', FINANCE, 'payouts/PayoutsTab.tsx'),
  tab('invoices', 'Invoices', 'money', FINANCE, 'invoices/InvoicesTab.tsx'),
  tab('payment', 'Payment', 'money', [], 'payment/PaymentTab.tsx'),

  tab('settings', 'Settings', 'store', [], 'settings/SettingsTab.tsx'),

  tab('admins', 'Admins', 'team', [], 'admins/AdminsTab.tsx'),
  tab('activity', 'Activity', 'team', [], 'activity/ActivityTab.tsx'),

  tab('password', 'Security', 'account', ['editor', 'support', 'finance'], 'session/SignInTab.tsx'),
] as const

export type TabId = (typeof tabs)[number]['id']

export type AdminTab = (typeof tabs)[number]

/** Shown for an address that names no tab, but for the first days of a shop: see `useStart`. */
export const DEFAULT_TAB: TabId = 'courses'

/** The tabs of a role, in their order; all of them until the role is known. */
export const tabsOf = (role: AdminRole | undefined) =>
  tabs.filter(({ roles }) => role === undefined || role === 'owner' || roles.includes(role))

/** Returns the tab of an address; `start`, or the first of the role, if the address names none of the role's. */
export function tabOf(search: URLSearchParams, role: AdminRole | undefined, start: TabId = DEFAULT_TAB): AdminTab {
  const own = tabsOf(role)
  const named = own.find(({ id }) => id === search.get('tab'))
  return named ?? own.find(({ id }) => id === start) ?? (own[0] as AdminTab)
}

/** Returns the id of the menu's entry for a tab: its own, or that of the tab that it is under. */
export const entryOf = ({ id, place }: AdminTab): string => (place.startsWith('under ') ? place.slice(6) : id)

export type MenuRow = { id: 'overview' | 'orders' | Group; label: string; entries: AdminTab[] }

/** Returns the rows of a role's menu: an entry each, or a group with its entries. A group without an entry is left out. */
export function menuOf(role: AdminRole | undefined): MenuRow[] {
  const own = tabsOf(role)
  const top = own.filter(({ place }) => place === 'top').map((tab) => ({ ...tab, entries: [tab] }) as MenuRow)
  const grouped = Object.entries(groups).map(([id, label]) => {
    return { id: id as Group, label, entries: own.filter(({ place }) => place === id) }
  })
  return [...top, ...grouped].filter(({ entries }) => entries.length > 0)
}

/** The source module of the tab that an address opens, which the server lets the browser fetch along with the console. */
export const tabModule = (search: URLSearchParams): string => tabOf(search, undefined).module
