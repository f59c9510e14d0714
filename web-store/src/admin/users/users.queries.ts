import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'

export const USER_SORTS = ['name', '-name', 'email', '-email', 'coins', '-coins'] as const

type ListInput = { q?: string; sort?: (typeof USER_SORTS)[number]; limit?: string; offset?: string }

/** Users with their number in all. */
export const userListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...adminApi.users.key(), 'list', input],
    queryFn: ({ signal }) => withTotal((options) => adminClient.users.list(input, options), signal),
    placeholderData: keepPreviousData,
  })
