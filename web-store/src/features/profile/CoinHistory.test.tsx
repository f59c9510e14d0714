import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { api } from '../../api/client.ts'
import CoinHistory from './CoinHistory.tsx'

const input = { limit: '20', offset: '0' }
const { queryKey } = api.referrals.coins.queryOptions({ input })

function shown(state: object | undefined): string {
  const queryCache = new QueryCache()
  const client = new QueryClient({ queryCache, defaultOptions: { queries: { retryOnMount: false } } })
  if (state) queryCache.build(client, { queryKey }).setState(state)
  return renderToStaticMarkup(
    <StaticRouter location="/dashboard/profile">
      <QueryClientProvider client={client}>
        <CoinHistory />
      </QueryClientProvider>
    </StaticRouter>,
  )
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')
}

const change = { change: 40, balance_after: 1690, reason: 'referral reward', at: '2026-11-18T10:42:00Z' }
const loaded = (data: object) => ({ status: 'success', data })

it('a student sees their coins and the source of each, that there are none, and that they load', () => {
  expect(shown(undefined)).toBe('|Your coins|Loading coins...|')
  expect(shown(loaded({ coins: 0, changes: [], total: 0 }))).toBe(
    '|Your coins|0 coins|No coins yet. Coins you earn will show here.|',
  )
  expect(shown(loaded({ coins: 1690, changes: [change], total: 1 }))).toBe(
    '|Your coins|1,690 coins|A friend you referred bought a course|+40|18 Nov 2026, 4:12\u00a0pm|Balance 1,690|',
  )
})

it('coins that failed to load are requested again on a press', () => {
  expect(shown({ status: 'error', error: new TypeError('Failed to fetch') })).toBe(
    '|Your coins|Your coins could not be loaded.|Try again|',
  )
})
