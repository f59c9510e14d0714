import type { AdminRole } from 'contract/define-call'
import { type Group, groups } from './tab.ts'
import { tabList } from './tab-list.ts'

/** Every tab of the console, in the order of the menu. */
export const tabs = tabList.toSorted((one, other) => one.at - other.at)

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

/** Returns the rows of a role's menu: an entry each, or a group with its entries; `unused` tabs and groups without an entry are left out. */
export function menuOf(role: AdminRole | undefined, unused: readonly string[] = []): MenuRow[] {
  const own = tabsOf(role).filter(({ id }) => !unused.includes(id))
  const top = own.filter(({ place }) => place === 'top').map((tab) => ({ ...tab, entries: [tab] }) as MenuRow)
  const grouped = Object.entries(groups).map(([id, label]) => {
    return { id: id as Group, label, entries: own.filter(({ place }) => place === id) }
  })
  return [...top, ...grouped].filter(({ entries }) => entries.length > 0)
}

/** The source module of the tab that an address opens, which the server lets the browser fetch along with the console. */
export const tabModule = (search: URLSearchParams): string => tabOf(search, undefined).module
