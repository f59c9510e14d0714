import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { adminApi } from '../../host/admin-api.ts'
import { useMe } from '../../session/me.queries.ts'

/** What a course has sold, in paid orders and rupees. */
export type Sales = { sales: number; revenue: number }

/** What each of these courses has sold; undefined for who may not know, and until it is known. */
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
