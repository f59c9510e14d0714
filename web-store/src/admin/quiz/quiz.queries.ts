import { queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'

/** The stored quiz of a lesson with its version and numbers, asked for anew with every form. */
export const quizQuery = (lessonId: string) =>
  queryOptions({
    queryKey: [...adminApi.quizzes.key(), 'edit', lessonId],
    queryFn: () => withETag((options) => adminClient.quizzes.adminGet({ lesson_id: lessonId }, options)),
    staleTime: 0,
    gcTime: 0,
  })
