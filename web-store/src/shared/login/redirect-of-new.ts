import { paths } from '../../paths.ts'
import { session } from '../../stores/session.ts'

/**
 * Takes the address that a new account goes to out of the storage. It owns nothing yet, so that most of what it was sent away from would send
 * it away again: the dashboard, where it joins a membership, does not.
 */
export function takeRedirectOfNew(): string {
  const path = session.takeRedirect()
  return path?.startsWith(`${paths.dashboard}?`) ? path : paths.dashboard
}
