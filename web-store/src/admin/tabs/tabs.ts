import type { AdminRole } from 'contract/define-call'
import { groups } from './tab.ts'
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

/** Returns the tab that an address names and the role may not open. */
export function closedTab(search: URLSearchParams, role: AdminRole | undefined): AdminTab | undefined {
  const named = tabs.find(({ id }) => id === search.get('tab'))
  return named && !tabsOf(role).includes(named) ? named : undefined
}

export type MenuRow = { id: string; label: string; place: 'top' | 'bottom' | 'group'; entries: AdminTab[] }

/** The part of `GET /admin/me` that decides on the tools in a menu. */
type Shown = { tools: readonly string[]; show_all: boolean }

/** Returns true for a tab that the menu has, if it has a place there. */
export const isShown = ({ id, tool }: AdminTab, shown: Shown | undefined): boolean =>
  !tool || !shown || shown.show_all || shown.tools.includes(id)

/** Returns the rows of a role's menu: an entry each, or a group with its tools. It has every tool until `shown` is known. */
export function menuOf(role: AdminRole | undefined, shown?: Shown): MenuRow[] {
  const own = tabsOf(role).filter((tab) => isShown(tab, shown))
  const at = (place: 'top' | 'bottom') =>
    own.filter((tab) => tab.place === place).map((tab) => ({ id: tab.id, label: tab.label, place, entries: [tab] }))
  const grouped = Object.entries(groups).map(([id, label]) => {
    return { id, label, place: 'group' as const, entries: own.filter(({ place }) => place === id) }
  })
  return [...at('top'), ...grouped.filter(({ entries }) => entries.length > 0), ...at('bottom')]
}

/** Returns the id of the menu's entry for a tab: its own, that of the tab that it is under, or of the page that lists it. */
export function entryOf(tab: AdminTab, rows: readonly MenuRow[]): string {
  if (tab.place === 'account' || rows.some(({ entries }) => entries.some(({ id }) => id === tab.id))) return tab.id
  const above = tabs.find(({ id }) => tab.place === `under ${id}`)
  if (above) return entryOf(above, rows)
  return tab.settings ? 'settings' : 'tools'
}

/** The source module of the tab that an address opens, which the server lets the browser fetch along with the console. */
export const tabModule = (search: URLSearchParams): string => tabOf(search, undefined).module
