import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'

/** Reads the stored lessons of a course with their version, anew with every form. */
export const contentQuery = (courseId: string) =>
  queryOptions({
    queryKey: [...adminApi.learning.key(), 'edit', courseId],
    queryFn: () => withETag((options) => adminClient.learning.adminGetContent({ id: courseId }, options)),
    staleTime: 0,
    gcTime: 0,
  })

/** Invalidates every query that shows lessons, their files, or their number in a course. */
export async function refetchLessons(queries: QueryClient): Promise<void> {
  const shown = [adminApi.learning, adminApi.media, adminApi.courses]
  await Promise.all(shown.map((of) => queries.invalidateQueries({ queryKey: of.key() })))
}
