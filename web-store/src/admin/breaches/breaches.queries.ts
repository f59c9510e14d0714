import { useQuery, useQueryClient } from '@tanstack/react-query'
import { adminApi } from '../host/admin-api.ts'

/** Reads breaches, open ones first; the clocks and counts move on. */
export const useBreaches = () => useQuery({ ...adminApi.breaches.list.queryOptions(), refetchInterval: 60_000 })

/** Returns a function that loads breaches, registers and the list of Home again. */
export function useBreachRefresh() {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: adminApi.breaches.key() })
    await queries.invalidateQueries({ queryKey: adminApi.overview.key() })
  }
}
