import { paths } from '../../paths.ts'
import type { TabId } from '../tabs/tabs.ts'

/** The project's releases: the installers of the desktop app, and what changed. */
export const RELEASES = 'https://github.com/skillhaat/skillhaat/releases'

/** The owner's handbook. */
export const HELP = 'https://github.com/skillhaat/skillhaat/blob/main/docs/owner.md'

/** Every address of the console. Links are made here, so that an address changes in one place. */
export const adminPaths = {
  login: paths.logInAsAdmin,
  home: paths.admin,
  /** Returns the address of a tab; further parameters follow its name in the query. */
  tab: (id: TabId, params: Record<string, string> = {}) =>
    `${paths.admin}?${new URLSearchParams({ tab: id, ...params })}`,
  student: (userId: string) => adminPaths.tab('student', { id: userId }),
  question: (id: string) => adminPaths.tab('inbox', { kind: 'questions', question: id }),
  media: `${paths.admin}?tab=media`,
  lessons: paths.adminLessons,
  editCourse: paths.adminCourse,
} as const

/** `text` when it is an address of the console, else undefined. */
export function consolePath(text: unknown): string | undefined {
  return typeof text === 'string' && /^\/admin(\?[^\\\p{Cc}]*)?$/u.test(text) ? text : undefined
}
