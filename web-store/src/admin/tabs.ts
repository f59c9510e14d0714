import { type ComponentType, lazy } from 'react'
import type { AdminRole } from 'server/contract/call'

type Load = () => Promise<{ default: ComponentType }>

/** Who sees a tab besides the owner. */
type Roles = readonly Exclude<AdminRole, 'owner'>[]

function tab<const Id extends string>(id: Id, label: string, place: 'bar' | 'menu' | 'none', roles: Roles, load: Load) {
  return { id, label, place, roles, load, Tab: lazy(load) }
}

const EDITOR: Roles = ['editor']
const SUPPORT: Roles = ['support']

/**
 * Every tab of the console: `?tab=` and its label, whether it stands in the bar, in the account's menu or is reached from another
 * one, and its screen. Both hosts have the same ones.
 */
export const tabs = [
  tab('overview', 'Overview', 'bar', SUPPORT, () => import('./overview/OverviewTab.tsx')),
  tab('courses', 'Courses', 'bar', EDITOR, () => import('./courses/CoursesTab.tsx')),
  tab('editcourse', 'Edit course', 'none', EDITOR, () => import('./courses/EditCourseTab.tsx')),
  tab('orders', 'Orders', 'bar', SUPPORT, () => import('./orders/OrdersTab.tsx')),
  tab('users', 'Users', 'bar', SUPPORT, () => import('./users/UsersTab.tsx')),
  tab('promocodes', 'Promo Codes', 'bar', EDITOR, () => import('./promocodes/PromocodesTab.tsx')),
  tab('addcourse', 'Add Course', 'bar', EDITOR, () => import('./courses/AddCourseTab.tsx')),
  tab('content', 'Content', 'bar', EDITOR, () => import('./content/ContentTab.tsx')),
  tab('payment', 'Payment', 'bar', [], () => import('./payment/PaymentTab.tsx')),
  tab('media', 'Media', 'bar', EDITOR, () => import('./media/MediaTab.tsx')),
  tab('settings', 'Settings', 'menu', [], () => import('./settings/SettingsTab.tsx')),
  tab('invoices', 'Invoices', 'menu', [], () => import('./invoices/InvoicesTab.tsx')),
  tab('activity', 'Activity', 'menu', [], () => import('./activity/ActivityTab.tsx')),
  tab('admins', 'Admins', 'menu', [], () => import('./admins/AdminsTab.tsx')),
  tab('password', 'Change password', 'menu', ['editor', 'support'], () => import('./admins/PasswordTab.tsx')),
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
