import { plainError } from '../../errors.ts'
import { namesEtag } from './names-etag.ts'

/**
 * Throws 409 `edit_conflict` with `current` when `ifMatch` is set and does not name `etag`: another edit was saved.
 * `what` names the object to people, as in `this course`.
 */
export function requirePresent(ifMatch: string | undefined, etag: string, what: string, current: unknown): void {
  if (ifMatch === undefined || namesEtag(ifMatch, etag)) return
  throw plainError('edit_conflict', `Someone else changed ${what}. Reload before you save.`, { current })
}
