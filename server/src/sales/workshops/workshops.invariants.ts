import { invariant } from '../../platform/invariants/invariant.ts'
import { isTaken } from './workshops.pieces.ts'

export const seatsWithinLimit = invariant(
  'A date has no more students than seats.',
  `select r.run_id as id, r.seats || ' seats, ' || t.taken || ' taken and ' || t.held || ' held' as what
  from course_runs r join (
    select s.run_id, count(*) filter (where ${isTaken('s')}) as taken,
      count(distinct s.user_id) filter (where s.taken_at is null and s.held_until > cast(:now as timestamptz)
        and exists (select from orders o where o.order_id = s.order_id and o.status = 'created')
        and not exists (select from run_seats own where own.run_id = s.run_id and own.user_id = s.user_id and ${isTaken('own')})) as held
    from run_seats s group by s.run_id
  ) t on t.run_id = r.run_id
  where t.taken + t.held > r.seats and r.cancelled_at is null`,
)

export const seatIsAccess = invariant(
  'A seat of a date opens its course until the date is over and its replay ended, and nobody has the course of a date without a seat.',
  `select o.order_no as id, 'access until ' || coalesce(e.given_until::text, 'no end') || ', the date is open until ' || (r.ends_at + r.replay_days * interval '1 day') as what
  from run_seats s join course_runs r on r.run_id = s.run_id join orders o on o.order_id = s.order_id
  join enrolments e on e.order_id = s.order_id and e.course_id = s.course_id and e.revoked_at is null
  where s.taken_at is null or e.given_until is distinct from r.ends_at + r.replay_days * interval '1 day'`,
)

export const oneSeatEach = invariant(
  'Nobody has two seats of one date.',
  `select s.run_id as id, count(*) || ' seats of student ' || s.user_id as what
  from run_seats s where ${isTaken('s')} group by s.run_id, s.user_id having count(*) > 1`,
)
