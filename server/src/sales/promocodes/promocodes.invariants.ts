import { invariant } from '../../platform/invariants/invariant.ts'

export const codeIsHeldOnce = invariant(
  'A buyer holds a limited code in one open order.',
  `select c.promocode as id, count(*) || ' open orders of one student, the last one ' || max(o.order_no) as what
  from promocodes c join orders o on o.promocode_id = c.id and o.status = 'created'
  where c.max_uses is not null or c.max_uses_per_buyer is not null
  group by c.promocode, o.user_id having count(*) > 1`,
)
