import { useQuery } from '@tanstack/react-query'
import { MAX_COURSE_IDS } from 'contract/catalogue-page'
import type { PickedCourse } from '../forms/CoursePicks.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'

/** Fetches the courses to choose from, and those that are chosen but not among them. */
export function useCourseNames(chosen: readonly string[]) {
  const listed = useQuery(adminApi.enrolments.courses.queryOptions({ input: {} }))
  useFailureToast(listed.error, 'Failed to load courses')
  const courses: readonly PickedCourse[] = listed.data?.courses ?? []
  const known = new Map(courses.map((course) => [course.course_id, course]))
  const missing = listed.data ? chosen.filter((id) => !known.has(id)) : []
  const fetched = useQuery({
    queryKey: [...adminApi.courses.key(), 'chosen', missing],
    queryFn: () => Promise.all(partsOf(missing).map((ids) => namesOf(ids))),
    enabled: missing.length > 0,
    retry: false,
  })
  for (const course of fetched.data?.flat() ?? []) known.set(course.course_id, course)
  const nameOf = (id: string) => known.get(id)?.name ?? (fetched.data ? 'a deleted course' : '…')
  return { courses, total: listed.data?.total ?? 0, known, nameOf }
}

const partsOf = (ids: readonly string[]) =>
  Array.from({ length: Math.ceil(ids.length / MAX_COURSE_IDS) }, (_, part) =>
    ids.slice(part * MAX_COURSE_IDS, (part + 1) * MAX_COURSE_IDS),
  )

/** A deleted course is left out, where a call for it alone would answer 404. */
async function namesOf(ids: readonly string[]): Promise<readonly PickedCourse[]> {
  const input = { ids: ids.join(','), fields: 'list', limit: String(MAX_COURSE_IDS) } as const
  return (await adminClient.courses.adminList(input)).courses
}
