import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { COIN_PAGE, CoinList } from '../../shared/CoinList.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'

const SET_APART = { mt: '6', pt: '4', borderTopWidth: '1px', borderColor: 'border' }

/** Rewords reasons that address the student as `you`. */
const THEIRS: Record<string, string> = { 'referral reward': 'A friend they referred bought a course' }

/** Lists the changes of a user's coins; `userId` is the `user_id`. `bare`: the parent has a heading already. */
export function UserCoins({ userId, bare = false }: { userId: string; bare?: boolean }) {
  const [page, setPage] = useState(1)
  const input = { id: userId, limit: String(COIN_PAGE), offset: String((page - 1) * COIN_PAGE) }
  const query = useQuery({
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
      <Loaded query={query} failed="Failed to load the coins" height="80px">
        {({ total, changes }) =>
          total === 0 ? (
            <Muted pb="1">No coins yet. Coins you add show here.</Muted>
          ) : (
            <CoinList
              rows={changes.map((row) => ({ ...row, reason: THEIRS[row.reason] ?? row.reason }))}
              total={total}
              page={page}
              onPage={setPage}
              busy={query.isPlaceholderData}
            />
          )
        }
      </Loaded>
    </chakra.section>
  )
}
