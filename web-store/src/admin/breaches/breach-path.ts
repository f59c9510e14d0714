import { adminPaths } from '../host/admin-paths.ts'
import { tabPath } from '../tabs/tab-path.ts'

/** Returns the address of the list of breaches, with the form of one by its id, or of a `new` one. */
export const breachPath = (breach?: string): string =>
  tabPath('privacy', { part: 'breaches', ...(breach && { breach }) }) ?? adminPaths.home
