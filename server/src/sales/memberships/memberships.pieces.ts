import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  // Members that `stateOf` calls active.
  followedDebits: `(select d.order_id from member_debits d join members e on e.member_id = d.member_id
    join members m on m.user_id = e.user_id and m.membership_id = e.membership_id and m.created_at >= e.created_at
    where not d.stray and d.to_at > cast(:now as timestamptz) and m.ended_at is null and m.end_wanted_at is null
      and m.gateway_state not in ('created', 'halted', 'paused', 'pending'))`,
}
