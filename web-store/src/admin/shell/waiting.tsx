import { useQuery, useQueryClient } from '@tanstack/react-query'
import { WAITING_MOST } from 'contract/overview'
import { useEffect } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { isAdmin, useAdminSession } from '../host/admin-session.ts'
import type { AdminTab } from '../tabs/tabs.ts'

/**
 * Returns how to count what waits behind some tabs. Asks again every minute, on a return to the page, and after each change by this admin,
 * which may have brought a tool into the menu, or ended a thing to do.
 */
export function useWaiting(enabled: boolean): (tabs: readonly AdminTab[]) => number {
  const queries = useQueryClient()
  const options = adminApi.overview.waiting.queryOptions()
  const { data } = useQuery({ ...options, enabled, refetchInterval: 60_000, refetchOnWindowFocus: true })
  useEffect(() => {
    const { queryKey } = adminApi.overview.waiting.queryOptions()
    return queries.getMutationCache().subscribe(({ type, mutation }) => {
      // A log-out is a change as well, after which nobody may ask.
      const changed = type === 'updated' && mutation.state.status === 'success' && isAdmin(useAdminSession.getState())
      if (!changed) return
      void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries({ queryKey: adminApi.overview.todo.key() })
      void queries.invalidateQueries({ queryKey: adminApi.admins.me.key() })
    })
  }, [queries])
  return (tabs) => {
    if (!data) return 0
    return tabs.flatMap(({ waits = [] }) => waits).reduce((sum, work) => sum + (data[work] ?? 0), 0)
  }
}

export const countText = (count: number): string => (count >= WAITING_MOST ? `${WAITING_MOST - 1}+` : String(count))
export const waitingText = (count: number): string => `${countText(count)} waiting`

const Badge = chakra('span', {
  base: {
    flexShrink: '0',
    minW: '1.667em',
    px: '.4em',
    borderRadius: 'full',
    bg: 'offer.solid',
    color: 'white',
    fontSize: '.75rem',
    fontWeight: '700',
    lineHeight: '1.667',
    textAlign: 'center',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '@media (forced-colors: active)': { borderWidth: '1px' },
  },
})

/** Shows how much waits behind an entry, and says so; nothing when nothing waits. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <VisuallyHidden>{waitingText(count)}</VisuallyHidden>
      <Badge aria-hidden data-count>
        {countText(count)}
      </Badge>
    </>
  )
}
