import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, errorText, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { toast } from '../../ui/toaster.ts'

/** Loads the signed-in student from the server. */
export function useProfile() {
  const profile = useQuery(api.account.profile.queryOptions())
  const { error } = profile
  useEffect(() => {
    if (error) toast.error(t('Error loading profile'), { description: problemOf(error), id: 'profile-failed' })
  }, [error])
  return profile
}

/** Describes a failed call: the server's sentence, or our own without one. */
export function problemOf(error: unknown): string {
  return isApiError(error)
    ? errorText(error, t('API request failed'))
    : t('Please check your connection and try again.')
}
