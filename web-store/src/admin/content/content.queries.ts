import { queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../admin-api.ts'

/** The stored lessons of a course with their version, asked for anew with every form. */
export const contentQuery = (courseId: string) =>
  queryOptions({
    queryKey: [...adminApi.learning.key(), 'edit', courseId],
    queryFn: () => withETag((options) => adminClient.learning.adminGetContent({ id: courseId }, options)),
    staleTime: 0,
    gcTime: 0,
  })
