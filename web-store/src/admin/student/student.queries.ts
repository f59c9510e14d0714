import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { StudentPage } from 'contract/students'
import type { z } from 'zod'
import { adminApi } from '../host/admin-api.ts'

export type Page = z.input<typeof StudentPage>
export type Course = Page['courses'][number]

/** A student, what is shown at first of the page. */
export const studentQuery = (id: string) =>
  queryOptions({ ...adminApi.students.get.queryOptions({ input: { id } }), staleTime: 0 })

/** The newest orders. */
export const studentOrdersQuery = (id: string, limit: number) =>
  queryOptions({
    ...adminApi.students.orders.queryOptions({ input: { id, limit: String(limit) } }),
    placeholderData: keepPreviousData,
  })

/** The newest notes. */
export const studentNotesQuery = (id: string, limit: number) =>
  queryOptions({
    ...adminApi.students.notes.queryOptions({ input: { id, limit: String(limit) } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Queries that are read again with a student. */
export const alsoRead = [adminApi.students.key(), adminApi.users.key(), adminApi.courses.students.key()]

/** Asks anew for all that is known of students. */
export function useStudentRefresh() {
  const queries = useQueryClient()
  return () => Promise.all(alsoRead.map((queryKey) => queries.invalidateQueries({ queryKey })))
}
