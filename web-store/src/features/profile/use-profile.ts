import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, isAuthError } from '../../api/client.ts'
import { session } from '../../stores/session.ts'
import { toast } from '../../ui/toaster.ts'

/** Who is signed in, as the server knows it. A dead session leads to the login and back to `path`; the page shows other failures. */
export function useProfile(path: string) {
  const profile = useQuery(api.account.profile.queryOptions())
  const { error } = profile
  useEffect(() => {
    if (!error) return
    if (isAuthError(error)) endSession(path)
    else toast.error('Error loading profile', { id: 'profile-failed' })
  }, [error, path])
  return profile
}

/** The session died on this page: the next login leads back to it. */
export function endSession(path: string): void {
  toast.error('Session expired', { description: 'Please login again to continue', id: 'session-expired' })
  session.expire(path)
}
