import { invariant } from '../../platform/invariants/invariant.ts'
import { PAID_STATES } from '../orders/status.sql.ts'

export const rewardsAreEntries = invariant(
  'The coins of a referral are entries of a wallet.',
  `select coalesce(order_id, 'no order') as id, 'rewards over ' || coalesce(sum(coins) filter (where side = 'reward'), 0) || ' coins, entries over '
    || coalesce(sum(coins) filter (where side = 'wallet'), 0) as what
  from (
    select order_id, 'wallet' as side, change as coins from coin_ledger where account = 'rewards'
    union all select order_id, 'reward', coins - coalesce(taken_back_coins, 0) from referral_rewards) both_sides
  group by order_id having coalesce(sum(coins) filter (where side = 'reward'), 0) <> coalesce(sum(coins) filter (where side = 'wallet'), 0)`,
)

export const rewardFollowsOrder = invariant(
  'A referral is rewarded while the order that earned it is paid.',
  `select o.order_no as id, o.status || case when w.taken_back_at is null then ', and the reward stands' else ', and the reward was taken back' end as what
  from referral_rewards w join orders o on o.order_id = w.order_id
  where (w.taken_back_at is null) <> (o.status in ${PAID_STATES})`,
)
