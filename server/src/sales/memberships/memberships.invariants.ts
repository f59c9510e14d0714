import { invariant } from '../../platform/invariants/invariant.ts'
import { PAID_STATES } from '../orders/status.sql.ts'

export const oneDebitForEachCycle = invariant(
  'A member pays each cycle once.',
  `select o.order_no as id, 'pays from ' || d.from_at || ' to ' || d.to_at || ', as ' || p.order_no || ' does' as what
  from member_debits d join orders o on o.order_id = d.order_id and o.status in ${PAID_STATES}
  join member_debits e on e.member_id = d.member_id and e.payment_id > d.payment_id and not e.stray
    and e.from_at < d.to_at - interval '1 day' and e.to_at > d.from_at + interval '1 day'
  join orders p on p.order_id = e.order_id and p.status in ${PAID_STATES}
  where not d.stray`,
)

export const mandateHasMember = invariant(
  'A mandate runs only for somebody who can use it.',
  `select m.member_id as id, m.gateway_state || ' for an account that was deleted' as what
  from members m join users u on u.id = m.user_id and u.deleted_at is not null
  where m.end_wanted_at is null and m.ended_at is null`,
)

/** A later mandate of its person for the same membership may pay. */
const CONTINUED = `exists (select from members n where n.user_id = m.user_id and n.membership_id = m.membership_id and n.created_at >= m.created_at
  and n.member_id <> m.member_id and n.end_wanted_at is null and n.ended_at is null and n.gateway_state not in ('created', 'expired'))`

/** Access that was ended at once ends there. */
const cutAt = (until: string) => `least(${until}, m.cut_at)`

export const debitOpensCourses = invariant(
  'A payment of a membership opens its courses until the end of its cycle, with the days of grace while the mandate may still pay.',
  `select o.order_no as id, 'course ' || c.course_id || case when e.id is null then ' is not open by it'
      else ' is open until ' || coalesce(e.given_until::text, 'no end') || ', paid to ' || d.to_at end as what
  from member_debits d join orders o on o.order_id = d.order_id and o.status in ${PAID_STATES}
  join members m on m.member_id = d.member_id join memberships s on s.membership_id = m.membership_id
  cross join unnest(d.course_ids) c (course_id)
  left join enrolments e on e.order_id = d.order_id and e.course_id = c.course_id and (e.revoked_at is null or e.taken_by_hand)
  where not d.stray and (
    e.id is null and o.paid_at < cast(:now as timestamptz) - interval '1 hour'
      and not exists (select from refund_seats b join refunds f on f.refund_id = b.refund_id
        where f.order_id = o.order_id and f.status = 'processed' and b.seat = 0 and b.course_id in (c.course_id, m.membership_id))
      and not exists (select from order_events v where v.order_id = o.order_id and v.kind in ('already_owned', 'not_given')
        and c.course_id = any(string_to_array(v.detail, ', ')))
    or e.revoked_at is null and e.id is not null and (
      (e.given_until between ${cutAt('d.to_at')} and ${cutAt("d.to_at + s.grace_days * interval '1 day'")}) is not true
      or e.given_until > d.to_at and e.given_until > cast(:now as timestamptz) and (m.end_wanted_at is not null or m.ended_at is not null)
        and not ${CONTINUED}))`,
)
