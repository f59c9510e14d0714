import { queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'

/** The stored assignment of a lesson with its version and numbers, asked for anew with every form. */
export const assignmentQuery = (lessonId: string) =>
  queryOptions({
    queryKey: [...adminApi.assignments.key(), 'edit', lessonId],
    queryFn: () => withETag((options) => adminClient.assignments.adminGet({ lesson_id: lessonId }, options)),
    staleTime: 0,
    gcTime: 0,
  })
