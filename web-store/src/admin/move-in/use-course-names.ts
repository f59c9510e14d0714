import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isApiError } from '../../api/client.ts'
import type { PickedCourse } from '../forms/CoursePicks.tsx'
import { chosenCourseQuery } from '../forms/CourseSelect.tsx'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { adminApi } from '../host/admin-api.ts'

/** Fetches the courses to choose from, and those that are chosen but not among them. */
export function useCourseNames(chosen: readonly string[]) {
  const queries = useQueryClient()
  const listed = useQuery(adminApi.enrolments.courses.queryOptions({ input: {} }))
  useFailureToast(listed.error, 'Failed to load courses')
  const courses: readonly PickedCourse[] = listed.data?.courses ?? []
  const known = new Map(courses.map((course) => [course.course_id, course]))
  const missing = listed.data ? chosen.filter((id) => !known.has(id)) : []
  const fetched = useQuery({
    queryKey: ['chosen courses', missing],
    // A deleted course does not hide the names of the others.
    queryFn: () => Promise.all(missing.map((id) => queries.fetchQuery(chosenCourseQuery(id)).catch(noneIfDeleted))),
    enabled: missing.length > 0,
    retry: false,
  })
  for (const course of fetched.data ?? []) if (course) known.set(course.course_id, course)
  const nameOf = (id: string) => known.get(id)?.name ?? (fetched.data ? 'a deleted course' : '…')
  return { courses, total: listed.data?.total ?? 0, known, nameOf }
}

function noneIfDeleted(error: unknown): undefined {
  if (!isApiError(error) || error.status !== 404) throw error
}
