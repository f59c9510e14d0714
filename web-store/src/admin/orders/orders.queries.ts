import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { OrderStatus } from 'contract/orders/actions'
import type { OrderState } from 'contract/orders/statuses'
import { adminApi, adminClient } from '../host/admin-api.ts'

export const ORDER_SORTS = ['newest', 'oldest', 'total', '-total'] as const

export type OrderFilter = {
  q?: string
  sort?: (typeof ORDER_SORTS)[number]
  limit?: string
  offset?: string
  status?: OrderStatus
  state?: OrderState
  needs?: 'attention' | 'waiting'
  from?: string
  to?: string
}

/** Orders with their number in all. */
export const orderListQuery = (input: OrderFilter) =>
  queryOptions({
    queryKey: [...adminApi.orders.key(), 'list', input],
    queryFn: () => adminClient.orders.adminList(input),
    placeholderData: keepPreviousData,
  })

/** One order with its timeline; it goes on while it is looked at. */
export const orderQuery = (order_id: string) => ({
  ...adminApi.orders.adminGet.queryOptions({ input: { order_id } }),
  staleTime: 0,
})
