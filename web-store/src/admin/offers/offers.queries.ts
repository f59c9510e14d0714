import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'

type ListInput = { q?: string; limit?: string; offset?: string }

/** Offers with their number in all. */
export const offerListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...adminApi.offers.key(), 'list', input],
    queryFn: ({ signal }) => withTotal((options) => adminClient.offers.list(input, options), signal),
    placeholderData: keepPreviousData,
  })
