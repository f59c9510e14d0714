import type { AdminRole } from 'contract/define-call'
import type { Waiting } from 'contract/overview'

/** The groups of tools in the menu, in their order. */
export const groups = {
  teach: 'Teach',
  grow: 'Grow',
  money: 'Money',
  team: 'Team',
} as const
export type Group = keyof typeof groups

/**
 * Declares a tab of the console; the `tabs.ts` of each folder exports its own, and `run/lists.mjs` lists them. Both hosts have the same ones.
 * @param tab its `id`, which is `?tab=`; its label; `place`: above the groups, in one of them, below them, in the account's menu, or reached from the
 * tab that it is under; `words`, what else it is searched for by; `at`, which orders the menu; the roles that see it besides the owner; the file of its screen in `admin`
 */
export const defineTab = <const Id extends string>(tab: {
  id: Id
  label: string
  place: 'top' | Group | 'bottom' | 'account' | `under ${string}`
  at: number
  roles: readonly Exclude<AdminRole, 'owner'>[]
  file: string
  words: string
  /** Describes a tool in a sentence: the menu has it once the shop needs it, or an owner wants it; the page of all tools always. */
  tool?: string
  /** Its heading in the index of the settings, for a tab that is listed there. */
  settings?: 'Selling' | 'Team' | 'Data'
  /** Works that wait behind its entry of the menu. */
  waits?: readonly (keyof Waiting)[]
  /** True for a tab under another that opens by itself, without a course, person or page. */
  alone?: true
}) => ({ ...tab, module: `src/admin/${tab.file}` })

/** A card or row of a tab, as the search of the console finds it. A `found.ts` of the folder that draws it exports them. */
export type Found = {
  title: string
  words: string
  /** May be of a feature that is deleted: then it is left out. */
  tab: string
  params?: Record<string, string>
}
