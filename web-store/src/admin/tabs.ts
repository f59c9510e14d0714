import { type ComponentType, lazy } from 'react'

type Load = () => Promise<{ default: ComponentType }>

function tab<const Id extends string>(id: Id, label: string, place: 'bar' | 'menu' | 'none', load: Load) {
  return { id, label, place, load, Tab: lazy(load) }
}

/**
 * Every tab of the console: `?tab=` and its label, whether it stands in the bar, in the account's menu or is reached from another
 * one, and its screen. Both hosts have the same ones.
 */
export const tabs = [
  tab('courses', 'Courses', 'bar', () => import('./courses/CoursesTab.tsx')),
  tab('editcourse', 'Edit course', 'none', () => import('./courses/EditCourseTab.tsx')),
  tab('users', 'Users', 'bar', () => import('./users/UsersTab.tsx')),
  tab('promocodes', 'Promo Codes', 'bar', () => import('./promocodes/PromocodesTab.tsx')),
  tab('addcourse', 'Add Course', 'bar', () => import('./courses/AddCourseTab.tsx')),
  tab('content', 'Content', 'bar', () => import('./content/ContentTab.tsx')),
  tab('payment', 'Payment', 'bar', () => import('./payment/PaymentTab.tsx')),
] as const

export type TabId = (typeof tabs)[number]['id']

export const DEFAULT_TAB: TabId = 'courses'

/** The tab of an address; the default one where the address names none that there is. */
export function tabOf(search: URLSearchParams): (typeof tabs)[number] {
  const named = tabs.find(({ id }) => id === search.get('tab'))
  return named ?? (tabs.find(({ id }) => id === DEFAULT_TAB) as (typeof tabs)[number])
}
