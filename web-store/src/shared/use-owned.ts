import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { isSignedIn, useSession } from '../stores/session.ts'

/** True when the signed-in student is enrolled in the course; false for everybody else and until it is known. */
export function useOwned(courseId: string): boolean {
  const signedIn = useSession(isSignedIn)
  const { data } = useQuery({ ...api.account.dashboard.queryOptions(), enabled: signedIn, retry: false })
  return signedIn && Boolean(data?.orders.some((order) => order.course_id === courseId))
}
