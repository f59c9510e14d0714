import type { QueryKey } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'

type Options = Parameters<Parameters<typeof withETag>[0]>[0]
type Get<Data> = (input: { lesson_id: string }, options: Options) => Promise<Data>

/** Reads what a lesson stores of a task with its version, anew with every form. */
export const taskQuery =
  <Data>(key: QueryKey, get: Get<Data>) =>
  (lesson_id: string) => ({
    queryKey: [...key, 'edit', lesson_id],
    queryFn: () => withETag((options) => get({ lesson_id }, options)),
    staleTime: 0,
    gcTime: 0,
  })

export const quizQuery = taskQuery(adminApi.quizzes.key(), adminClient.quizzes.adminGet)
export const assignmentQuery = taskQuery(adminApi.assignments.key(), adminClient.assignments.adminGet)
