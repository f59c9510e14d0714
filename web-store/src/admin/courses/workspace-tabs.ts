import { adminPaths } from '../host/admin-paths.ts'
import type { TabId } from '../tabs/tabs.ts'

/** The tabs of one course, each a tab of the console with an address of its own. */
export const workspaceTabs = [
  ['editcourse', 'Details'],
  ['content', 'Lessons'],
  ['courseprice', 'Price and codes'],
  ['coursestudents', 'Students'],
  ['coursenumbers', 'Analytics'],
] as const satisfies readonly (readonly [TabId, string])[]

export type WorkspaceTab = (typeof workspaceTabs)[number][0]

export const workspacePath = (tab: WorkspaceTab, courseId: string) => adminPaths.tab(tab, { course_id: courseId })
