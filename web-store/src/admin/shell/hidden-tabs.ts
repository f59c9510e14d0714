import { type UseQueryOptions, useQueries } from '@tanstack/react-query'
import type { AdminRole } from 'contract/define-call'
import { type MenuRow, menuOf, tabsOf } from '../tabs/tabs.ts'

/** A tab whose entry the shop may have switched off, and what says so. */
type TabSwitch = { tabSwitch: { tab: string; query: () => unknown } }

const switches = Object.values(import.meta.glob<TabSwitch>('../*/tab-switch.ts', { eager: true }))

/** Returns the rows of a role's menu without the entries that are switched off, or not known to be on. `answered`: the server answers more than the login. */
export function useMenu(role: AdminRole | undefined, answered: boolean): MenuRow[] {
  const own = new Set<string>(tabsOf(role).map(({ id }) => id))
  const answers = useQueries({
    queries: switches.map(({ tabSwitch: { tab, query } }) => ({
      ...(query() as UseQueryOptions<unknown, Error, boolean>),
      enabled: answered && role !== undefined && own.has(tab),
    })),
  })
  const off = new Set(switches.flatMap(({ tabSwitch }, at) => (answers[at]?.data ? [] : [tabSwitch.tab])))
  return menuOf(role)
    .map((row) => ({ ...row, entries: row.entries.filter(({ id }) => !off.has(id)) }))
    .filter(({ entries }) => entries.length > 0)
}
