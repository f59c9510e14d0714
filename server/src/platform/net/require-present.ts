import { appError } from '../../errors.ts'
import { namesEtag } from './names-etag.ts'

/**
 * Refuses to write over what somebody else saved: 409 `edit_conflict` with `current`, the state as it stands, when `ifMatch` is there
 * and does not name its `etag`. `what` is said to people, as in `this course`.
 */
export function requirePresent(ifMatch: string | undefined, etag: string, what: string, current: unknown): void {
  if (ifMatch === undefined || namesEtag(ifMatch, etag)) return
  throw appError('edit_conflict', `Someone else changed ${what}. Reload before you save.`, { current })
}
