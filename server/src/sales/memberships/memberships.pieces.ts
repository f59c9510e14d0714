import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  // Members that `stateOf` calls active.
  followedDebits: `(select d.order_id from member_debits d join members m on m.member_id = d.member_id
    where not d.stray and d.to_at > cast(:now as timestamptz) and m.ended_at is null and m.end_wanted_at is null
      and m.gateway_state not in ('halted', 'paused', 'pending'))`,
}
