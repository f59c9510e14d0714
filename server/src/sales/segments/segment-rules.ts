import { DAY_MS, dayStart } from 'contract/indian-time'
import { toPaise } from 'contract/money'
import type { Segment, SegmentRule } from 'contract/segments'
import type { Knex } from 'knex'
import { isFinisher } from '../../courses/learning/finishes.sql.ts'
import { KNOWN_HOLDERS, PAID_STATES, WAS_PAID_STATES } from '../orders/orders.sql.ts'

type Bindings = Record<string, unknown>
type Condition = [sql: string, bindings: Bindings]

/** Sums each student's payments less refunds, as the page of a student does. `only` narrows the orders `o` to a few. */
export const spentBy = (only?: string): string => `(
  select o.user_id, sum(coalesce(o.captured_paise, o.total_paise) - coalesce(back.paise, 0))::bigint as paise
  from orders o left join ${only ? BACK_OF_ORDER : BACK_OF_ALL}
  where o.status = any(:wasPaid) and ${only ?? 'true'}
  group by o.user_id)`

const BACK_OF_ORDER = `lateral (select sum(r.amount_paise) as paise from refunds r
    where r.order_id = o.order_id and r.payment_id = o.payment_id and r.status = 'processed') back on true`
const BACK_OF_ALL = `(select order_id, payment_id, sum(amount_paise) as paise from refunds where status = 'processed'
    group by order_id, payment_id) back using (order_id, payment_id)`

/** Buyers of one of `:courses`, but for those whose own seat went back. */
const BUYERS = `(select o.user_id from order_lines l join orders o using (order_id)
  where (l.course_id = any(:courses) or l.bundle_id = any(:courses)) and not l.owned and o.status = any(:paid) and not exists (
    select from refund_seats s join refunds r using (refund_id)
    where r.order_id = l.order_id and s.course_id = l.course_id and s.seat = 0 and r.status = 'processed'))`

const HOLDERS = `(select e.user_id from enrolments e where e.course_id = any(:courses) and e.revoked_at is null and not e.continued)`

/** Lists students with a present enrolment in `:course`: the lessons done, whether anything was begun, and the last beat. */
const LEARNERS = `(select e.user_id, coalesce(e.since, e.granted_at) as granted_at, coalesce(p.done, 0) as done, p.begun, p.beat_at,
    ${isFinisher('e.user_id', ':course')} as had_finished
  from enrolments e left join (
    select p.user_id, count(l.lesson_id) filter (where p.completed_at is not null) as done,
      bool_or(p.seconds > 0 or p.completed_at is not null) as begun, max(p.updated_at) as beat_at
    from lesson_progress p left join lessons l on l.lesson_id = p.lesson_id and l.course_id = p.course_id
    where p.course_id = :course group by p.user_id
  ) p using (user_id)
  where e.course_id = :course and e.revoked_at is null and not e.continued)`

/** Asks whether so many percent of the lessons are done, or all were before others were added; never in a course without lessons. */
const hasDone = (percent: string) => `(s.had_finished or s.done > 0
  and s.done * 100 >= ${percent} * (select count(*) from lessons where course_id = :course))`
const HAS_FINISHED = hasDone('100')

const learners = (which: string, bindings: Bindings): Condition => [
  `u.id in (select s.user_id from ${LEARNERS} s where ${which})`,
  bindings,
]

const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** The condition of one rule on the student `u`. */
function conditionOf(rule: SegmentRule, now: Date): Condition {
  const { paid } = PAID_STATES
  if ('bought' in rule) return [`u.id in ${BUYERS}`, { courses: rule.bought, paid }]
  if ('not_bought' in rule) {
    return [`not (u.id in ${BUYERS} or u.id in ${HOLDERS})`, { courses: rule.not_bought, paid }]
  }
  if ('bought_since' in rule) {
    const since = dayStart(rule.bought_since)
    return [
      'u.id in (select o.user_id from orders o where o.paid_at >= :since and o.status = any(:paid))',
      { since, paid },
    ]
  }
  if ('spent' in rule) return spentCondition(rule.spent)
  if ('joined_since' in rule)
    return ['coalesce(u.joined_at, u.created_at) >= :since', { since: dayStart(rule.joined_since) }]
  if ('last_seen_before' in rule) {
    return ['(u.last_seen_at is null or u.last_seen_at < :before)', { before: dayStart(rule.last_seen_before) }]
  }
  if ('finished' in rule) return learners(HAS_FINISHED, { course: rule.finished })
  if ('done' in rule) return learners(hasDone('cast(:percent as int)'), { course: rule.done, percent: rule.percent })
  if ('not_started' in rule) {
    const before = daysAgo(now, rule.days)
    return learners('s.begun is not true and s.granted_at < :before', { course: rule.not_started, before })
  }
  if ('stopped' in rule) {
    const before = daysAgo(now, rule.days)
    return learners(`s.begun and not ${HAS_FINISHED} and coalesce(s.beat_at, s.granted_at) < :before`, {
      course: rule.stopped,
      before,
    })
  }
  if ('language' in rule) return ['u.language = :language', { language: rule.language }]
  return [
    `u.id in (select k.user_id from (
        select distinct on (user_id) user_id, agreed from consents where purpose = :purpose order by user_id, id desc
      ) k where k.agreed) and u.id in (${KNOWN_HOLDERS})`,
    { purpose: rule.consent, ...PAID_STATES },
  ]
}

/** A student who never paid has spent nothing, and has no row among the sums. */
function spentCondition({ min = 0, max }: { min?: number | undefined; max?: number | undefined }): Condition {
  const [least, most] = [toPaise(min), max === undefined ? null : toPaise(max)]
  const fits = 's.paise >= :least and (cast(:most as bigint) is null or s.paise <= :most)'
  return [
    least > 0
      ? `u.id in (select s.user_id from ${spentBy()} s where ${fits})`
      : `not exists (select from ${spentBy()} s where s.user_id = u.id and not (${fits}))`,
    { least, most, ...WAS_PAID_STATES },
  ]
}

/** Leaves the students `u` whom every rule fits. A consent counts if a holder of the address gave it. */
export function inSegment(users: Knex.QueryBuilder, segment: Segment, now: Date): void {
  for (const rule of segment.all) users.whereRaw(...conditionOf(rule, now))
}
