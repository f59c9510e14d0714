import type { AdminRole } from 'server/contract/call'
import type { SearchHit } from 'server/contract/overview'
import { adminPaths } from '../admin-paths.ts'
import { tabsOf } from '../tabs.ts'

/** One thing the palette can do: go somewhere, or act. */
export type Command = { id: string; title: string; detail: string; to: string; act?: () => void }

/** The tabs of a role. */
export const tabCommands = (role: AdminRole | undefined): Command[] =>
  tabsOf(role)
    .filter(({ place }) => place !== 'none')
    .map(({ id, label }) => ({ id: `tab-${id}`, title: label, detail: 'Tab', to: adminPaths.tab(id) }))

/** Where each kind of thing is shown. A user is found by the search of the users, which takes ids and emails. */
const places: Record<SearchHit['kind'], (hit: SearchHit) => string> = {
  course: ({ id }) => adminPaths.editCourse(id),
  user: ({ id }) => adminPaths.tab('users', { user: id }),
  order: ({ id }) => adminPaths.tab('orders', { order: id }),
}

export const hitCommands = (hits: readonly SearchHit[]): Command[] =>
  hits.map((hit) => ({ id: `${hit.kind}-${hit.id}`, title: hit.title, detail: hit.detail, to: places[hit.kind](hit) }))
