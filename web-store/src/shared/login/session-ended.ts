import { errorText, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { session } from '../../stores/session.ts'
import { toast } from '../../ui/toaster.ts'

/** Reason for a lost login in a browser that refuses to store it. */
export const NOT_STORED = t(
  'This browser stores nothing for our site, so your login ended with the last page. Log in again to go on.',
)

const REFUSED = {
  dashboard: { title: t('Authentication required'), description: t('Please login to access your dashboard') },
  lessons: { title: t('Please login to access course content'), description: undefined },
}
/** The screens of a student, by the words that lead to the login. */
export type RefusedScreens = keyof typeof REFUSED

/** Explains on the way to the login why a screen is refused, and when nothing is `stored` why the login is gone. */
export function sayRefused(what: RefusedScreens, stored: boolean): void {
  const { title, description } = REFUSED[what]
  const why = stored ? description : NOT_STORED
  toast.error(title, { id: 'authentication-required', ...(why ? { description: why } : {}) })
}

/**
 * Ends the session on a student's page with a notice; the next login leads back to `path`. A missing token, found without the server, shows
 * `noToken` or the error's own sentence.
 */
export function endSession(error: unknown, path: string, noToken?: string): void {
  const missing = isApiError(error) && error.code === 'authentication_required'
  const id = 'session-ended'
  if (missing) toast.error(t('Authentication required'), { description: noToken ?? errorText(error, ''), id })
  else toast.error(t('Session expired'), { description: t('Please login again to continue'), id })
  session.expire(path)
}
