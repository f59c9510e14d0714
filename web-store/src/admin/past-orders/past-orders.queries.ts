import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient } from '../host/admin-api.ts'

type ListQuery = NonNullable<Parameters<typeof adminClient.pastOrders.list>[0]>

/** Orders of the shop before, with their sums. */
export const pastOrdersQuery = (input: ListQuery) =>
  queryOptions({
    queryKey: [...adminApi.pastOrders.key(), input],
    queryFn: () => adminClient.pastOrders.list(input),
    placeholderData: keepPreviousData,
  })
