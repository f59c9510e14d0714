import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { adminApi } from '../host/admin-api.ts'
import { UserCoins } from './UserCoins.tsx'

const input = { id: 'usr_1', limit: '20', offset: '0' }

function shown(changes: object[]): string {
  const client = new QueryClient()
  const { queryKey } = adminApi.users.coins.queryOptions({ input })
  client.setQueryData(queryKey, { coins: 65, changes, total: changes.length } as never)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <UserCoins userId="usr_1" />
    </QueryClientProvider>,
  )
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|')
}

it('an admin sees where the coins of a user came from and went, or that there are none', () => {
  const at = '2026-11-18T10:42:00Z'
  const rows = [
    { change: -5, balance_after: 65, reason: 'subtracted by admin', at },
    { change: 70, balance_after: 70, reason: 'added by admin', at },
  ]
  expect(shown(rows)).toMatch(
    /^\|History\|Removed by the shop\|−5\|.*\|Balance 65\|Added by the shop\|\+70\|.*\|Balance 70\|$/,
  )
  expect(shown([])).toBe('|History|No coins yet. Coins you add show here.|')
})
