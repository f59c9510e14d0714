import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withETag } from '../host/admin-api.ts'

/** The stored lessons of a course with their version, asked for anew with every form. */
export const contentQuery = (courseId: string) =>
  queryOptions({
    queryKey: [...adminApi.learning.key(), 'edit', courseId],
    queryFn: () => withETag((options) => adminClient.learning.adminGetContent({ id: courseId }, options)),
    staleTime: 0,
    gcTime: 0,
  })

/** Has everything asked for anew that shows lessons, their files, or how many a course has. */
export async function askLessonsAnew(queries: QueryClient): Promise<void> {
  const shown = [adminApi.learning, adminApi.media, adminApi.courses]
  await Promise.all(shown.map((of) => queries.invalidateQueries({ queryKey: of.key() })))
}
