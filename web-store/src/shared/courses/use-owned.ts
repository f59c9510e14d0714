import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'

/** Until when the signed-in student has or had the course; undefined for everybody else, for a course without an end, and until it is known. */
export function useAccess(courseId: string): { ends_at: string; ended: boolean; renewable: boolean } | undefined {
  return useEnrolled(courseId)?.access
}

/** True when the signed-in student has the course and cannot buy it now; false for everybody else and until it is known. */
export function useOwned(courseId: string): boolean {
  const enrolled = useEnrolled(courseId)
  return enrolled !== undefined && !enrolled.access?.renewable
}

function useEnrolled(courseId: string) {
  const signedIn = useSession(isSignedIn)
  const { data } = useQuery({ ...api.account.dashboard.queryOptions(), enabled: signedIn, retry: false })
  return signedIn ? data?.orders.find(({ course_id }) => course_id === courseId) : undefined
}
