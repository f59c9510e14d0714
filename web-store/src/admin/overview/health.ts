import { useQuery } from '@tanstack/react-query'
import type { Health } from 'contract/overview'
import { adminApi } from '../host/admin-api.ts'

/** Reads the shop's health, refreshed every minute; owners only. */
export const useHealth = (enabled = true) =>
  useQuery({
    ...adminApi.overview.health.queryOptions(),
    enabled,
    staleTime: 0,
    refetchInterval: 60_000,
    refetchOnWindowFocus: true,
  })

const DAY_MS = 86_400_000
const OLD_MS = 2 * DAY_MS

/** Says what is wrong with the backups; undefined while the last good one is of the last two days. */
export function backupFault({ last_at, ok }: Health['backup'], now: Date): 'never' | 'failed' | 'old' | undefined {
  if (ok === false) return 'failed'
  if (last_at === null) return 'never'
  return now.getTime() - Date.parse(last_at) > OLD_MS ? 'old' : undefined
}
