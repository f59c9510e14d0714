import { t } from '../../language/text.ts'
import { useSession } from '../../stores/session.ts'
import { toast } from '../../ui/toaster.ts'

/** Reason for a lost login in a browser that refuses to store it. */
export const NOT_STORED = t(
  'This browser stores nothing for our site, so your login ended with the last page. Log in again to go on.',
)

const TITLES = {
  dashboard: t('Authentication required'),
  lessons: t('Please login to access course content'),
}
/** The screens of a student, by the words that lead to the login. */
export type RefusedScreens = keyof typeof TITLES

/**
 * Explains on the way to the login why a screen is refused: the session `ended` while it was open, or there is none, and when nothing is
 * `stored` why the login is gone.
 */
export function showRefused(what: RefusedScreens, ended: boolean, stored: boolean): void {
  const id = 'authentication-required'
  if (ended && useSession.getState().noToken)
    toast.error(t('Authentication required'), { description: t('No authentication token found'), id })
  else if (ended && what === 'lessons') toast.error(t('Session expired. Please login again'), { id })
  else if (ended) toast.error(t('Session expired'), { description: t('Please login again to continue'), id })
  else {
    const why = what === 'dashboard' ? t('Please login to access your dashboard') : undefined
    const description = stored ? why : NOT_STORED
    toast.error(TITLES[what], { id, ...(description ? { description } : {}) })
  }
}
