import { session } from './session.ts'
import { type StoredUser, VIEW } from './storage.ts'

/** Makes this tab a read-only view of a student: all it keeps, it keeps for itself, and the browser's own session stays as it is. */
export function beginView(user: StoredUser, token: string): void {
  try {
    sessionStorage.setItem(VIEW, '1')
  } catch {
    return
  }
  session.signIn({ user, token })
}
