import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, errorText, isApiError, isAuthError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { endSession } from '../../shared/login/session-ended.ts'
import { toast } from '../../ui/toaster.ts'

/** Who is signed in, as the server knows it. A dead session leads to the login and back to `path`; the page shows other failures. */
export function useProfile(path: string) {
  const profile = useQuery(api.account.profile.queryOptions())
  const { error } = profile
  useEffect(() => {
    if (!error) return
    if (isAuthError(error)) endSession(error, path)
    else toast.error(t('Error loading profile'), { description: problemOf(error), id: 'profile-failed' })
  }, [error, path])
  return profile
}

/** What to say of a call of the student that failed: the server's sentence, or our own where there is none. */
export function problemOf(error: unknown): string {
  return isApiError(error)
    ? errorText(error, t('API request failed'))
    : t('Please check your connection and try again.')
}
