import { useQuery } from '@tanstack/react-query'
import type { EnrolledCourse } from 'contract/account'
import type { z } from 'zod'
import { api } from '../../api/client.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'

/** Returns the end of the signed-in student's access; undefined for everybody else, for access without an end, and until it is known. */
export function useAccess(courseId: string): z.output<typeof EnrolledCourse>['access'] {
  return useEnrolled(courseId)?.access
}

/** Returns true when the signed-in student has the course and needs no purchase to use it; false for everybody else and until it is known. */
export function useHas(courseId: string): boolean {
  const enrolled = useEnrolled(courseId)
  return enrolled !== undefined && !enrolled.access?.renewable && !enrolled.access?.ended
}

/** Returns true when the signed-in student owns what the course's page sells: never of a course that is sold by dates, each of which they may book. */
export function useOwned(course: { course_id: string }): boolean {
  const has = useHas(course.course_id)
  return has && !isDated(course)
}

/** Returns true for a course that is sold by dates; the field is of a feature that may be absent. */
export const isDated = (course: object): boolean => (course as { workshops?: boolean | null }).workshops === true

function useEnrolled(courseId: string) {
  const signedIn = useSession(isSignedIn)
  const { data } = useQuery({ ...api.account.dashboard.queryOptions(), enabled: signedIn, retry: false })
  return signedIn ? data?.orders.find(({ course_id }) => course_id === courseId) : undefined
}

/** Returns true for a course with a page and without a sale; the field is of a feature that may be absent. */
export const isComingSoon = (course: object): boolean =>
  (course as { coming_soon?: boolean | null }).coming_soon === true
