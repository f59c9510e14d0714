import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COIN_PAGE, CoinList } from '../../shared/CoinList.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { adminApi } from '../host/admin-api.ts'
import { ErrorState } from '../lists/ErrorState.tsx'

const SET_APART = { mt: '6', pt: '4', borderTopWidth: '1px', borderColor: 'border' }

/** Rewords reasons that address the student as `you`. */
const THEIRS: Record<string, string> = { 'referral reward': 'A friend they referred bought a course' }

/** Lists the changes of a user's coins; `userId` is the `user_id`. `bare`: the parent has a heading already. */
export function UserCoins({ userId, bare = false }: { userId: string; bare?: boolean }) {
  const [page, setPage] = useState(1)
  const input = { id: userId, limit: String(COIN_PAGE), offset: String((page - 1) * COIN_PAGE) }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...adminApi.users.coins.queryOptions({ input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <chakra.section aria-label="History" {...(bare ? {} : SET_APART)}>
      {!bare && (
        <chakra.h3 textStyle="label" mb="1">
          History
        </chakra.h3>
      )}
      {error && !data && <ErrorState title="Failed to load the coins" error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading minH="80px" />}
      {data?.total === 0 && (
        <chakra.p textStyle="sm" color="fg.muted" pb="1">
          No coins yet. Coins you add show here.
        </chakra.p>
      )}
      {data && data.total > 0 && (
        <CoinList
          rows={data.changes.map((row) => ({ ...row, reason: THEIRS[row.reason] ?? row.reason }))}
          total={data.total}
          page={page}
          onPage={setPage}
          busy={isPlaceholderData}
        />
      )}
    </chakra.section>
  )
}
