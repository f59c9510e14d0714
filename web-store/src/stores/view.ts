import { session } from './session.ts'
import { type StoredUser, VIEW } from './storage.ts'

/** Makes this tab a read-only view of a student with a storage of its own; the browser's own session stays untouched. */
export function beginView(user: StoredUser, token: string): void {
  try {
    sessionStorage.setItem(VIEW, '1')
  } catch {
    return
  }
  session.signIn({ user, token })
}
