import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminApi } from '../../host/admin-api.ts'
import { useMe } from '../../host/me.queries.ts'

/** The paid orders of a course, and their rupees. */
export type Sales = { sales: number; revenue: number }

/** Reads the sales of each course; undefined for roles without access, and until loaded. */
export function useSales(courses: readonly { course_id: string }[] | undefined): Map<string, Sales> | undefined {
  const { data: me } = useMe()
  const ids = (courses ?? []).map(({ course_id }) => course_id).join(',')
  const { data } = useQuery({
    ...adminApi.courses.sales.queryOptions({ input: { ids } }),
    enabled: me?.role === 'owner' && ids !== '',
    placeholderData: keepPreviousData,
  })
  return me?.role === 'owner' ? new Map(data?.courses.map((course) => [course.course_id, course])) : undefined
}
