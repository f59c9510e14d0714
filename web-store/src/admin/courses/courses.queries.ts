import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { CourseKind } from 'contract/courses/bundles'
import type { AdminRole } from 'contract/define-call'
import type { CourseState } from 'contract/placement'
import { useSearchParams } from 'react-router-dom'
import { adminApi, adminClient, withETag, withTotal } from '../host/admin-api.ts'

/** The orders of the list for every role. */
const EDITOR_SORTS = [
  ...(['name', '-name', 'price', '-price', 'offer_text', '-offer_text'] as const),
  ...(['students', '-students'] as const),
] as const
export const COURSE_SORTS = [...EDITOR_SORTS, 'sales', '-sales'] as const
export type CourseSort = (typeof COURSE_SORTS)[number]

/** Only owners know what courses have sold. An address that an owner passed on orders nothing for an editor. */
export const sortsFor = (role: AdminRole | undefined): readonly CourseSort[] =>
  role === undefined || role === 'owner' ? COURSE_SORTS : EDITOR_SORTS

type ListInput = { q?: string; sort?: CourseSort; limit?: string; offset?: string; status?: CourseState } & {
  ids?: string
  kind?: CourseKind
}
type Listed = Awaited<ReturnType<typeof adminClient.courses.adminList>>['courses'][number]

/** A course as the list shows it. */
/** Props of what other features add to a course. */
export type OneCourse = { courseId: string }

export type AdminCard = Extract<Listed, { lessons: number }>
export const isCard = (course: Listed): course is AdminCard => 'lessons' in course

/** Cards of the catalogue with their number in all. */
export const courseListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...adminApi.courses.key(), 'list', input],
    queryFn: async ({ signal }) => {
      const listed = { ...input, fields: 'list' as const }
      const found = await withTotal((options) => adminClient.courses.adminList(listed, options), signal)
      return { total: found.total, cards: found.data.courses.filter(isCard), counts: found.data.counts }
    },
    placeholderData: keepPreviousData,
  })

/** Reads a course with its version, anew with every form, which must begin with the stored values. */
export const courseEditQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminApi.courses.key(), 'edit', id],
    queryFn: () => withETag((options) => adminClient.courses.adminGet({ id }, options)),
    staleTime: 0,
    gcTime: 0,
  })

/** The course that the address names; empty without one. */
export const useCourseId = () => useSearchParams()[0].get('course_id') ?? ''
