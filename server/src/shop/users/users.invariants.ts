import { invariant } from '../../platform/invariants/invariant.ts'

export const walletIsItsEntries = invariant(
  'The coins of a wallet are the sum of its entries, and its last entry says so.',
  `select u.user_id as id, u.coins || ' coins, entries over ' || coalesce(l.sum, 0) || ', the last one says ' || coalesce(l.last, 0) as what
  from users u
  left join (select user_id, sum(change) as sum, (array_agg(balance_after order by id desc))[1] as last from coin_ledger group by user_id) l
    on l.user_id = u.id
  where u.coins <> coalesce(l.sum, 0) or u.coins <> coalesce(l.last, 0)`,
)
