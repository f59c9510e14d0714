import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'

export const PROMOCODE_SORTS = ['promocode', '-promocode', 'expiry_date', '-expiry_date'] as const

type ListInput = {
  course?: string
  q?: string
  sort?: (typeof PROMOCODE_SORTS)[number]
  limit?: string
  offset?: string
}

/** Promo codes with their number in all. */
export const promocodeListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...adminApi.promocodes.key(), 'list', input],
    queryFn: ({ signal }) => withTotal((options) => adminClient.promocodes.adminList(input, options), signal),
    placeholderData: keepPreviousData,
  })
