import { queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'

/** The stored moment of a live lesson with its version, asked for anew with every form. */
export const liveQuery = (lessonId: string) =>
  queryOptions({
    queryKey: [...adminApi.live.key(), 'edit', lessonId],
    queryFn: () => withETag((options) => adminClient.live.adminGet({ lesson_id: lessonId }, options)),
    staleTime: 0,
    gcTime: 0,
  })
