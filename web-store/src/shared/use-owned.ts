import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { isSignedIn, useSession } from '../stores/session.ts'

/** True when the signed-in student has the course and cannot buy it now; false for everybody else and until it is known. */
export function useOwned(courseId: string): boolean {
  const signedIn = useSession(isSignedIn)
  const { data } = useQuery({ ...api.account.dashboard.queryOptions(), enabled: signedIn, retry: false })
  return signedIn && Boolean(data?.orders.some(({ course_id, access }) => course_id === courseId && !access?.renewable))
}
