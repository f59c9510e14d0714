import { MOST_NUDGES, NUDGE_GAP_DAYS } from 'contract/sequences'
import { isLeaving } from '../../../courses/enrolments/enrolments.sql.ts'
import { isFinisher } from '../../../courses/learning/finishes.sql.ts'
import { isOpen } from '../../../courses/learning/opening.sql.ts'
import { isProtectedPerson } from '../../../shop/consents/protected.sql.ts'

export const NUDGE_TRIGGERS = `('not_begun', 'quiet')`

/** Access that holds at `:now`, and whose money is not on its way back. */
const HOLDS = `e.revoked_at is null and not e.continued and (e.ends_at is null or e.ends_at > cast(:now as timestamptz))
  and not ${isLeaving('e')}`

const PROGRESS = `lesson_progress p where p.user_id = e.user_id and p.course_id = e.course_id`
const BEGUN = `exists (select from ${PROGRESS} and (p.seconds > 0 or p.completed_at is not null))`
const LAST_LESSON = `(select max(coalesce(p.updated_at, p.completed_at)) from ${PROGRESS})`
const FINISHED = `(${isFinisher('e.user_id', 'e.course_id')} or not exists (
  select from lessons w where w.course_id = e.course_id and not exists (
    select from ${PROGRESS} and p.lesson_id = w.lesson_id and p.completed_at is not null)))`
/** Nobody can begin a course whose first lesson opens later. */
const HAS_OPEN = `exists (select from lessons w where w.course_id = e.course_id and ${isOpen('w', 'e')})`
const GRANTED = 'coalesce(e.since, e.granted_at)'

/** Names a quiet time by its course, whose id has no space: a student may stop twice. */
const quietSince = (at: string) => `e.course_id || ' ' || cast(extract(epoch from ${at}) as bigint)`
/** The course that a nudge `r` is about. */
export const nudgedCourse = (row: string) => `split_part(${row}.occasion, ' ', 1)`

const SINCE = `greatest(${LAST_LESSON}, ${GRANTED})`

/** Selects who got access, or learned last, between `:from` and `:to`: student, occasion, and when. */
export const NUDGE_EVENTS = {
  not_begun: `select e.user_id, e.course_id as occasion, ${GRANTED} as at from enrolments e
    where ${GRANTED} between :from and :to and (cast(:course as text) is null or e.course_id = :course)
      and ${HOLDS} and not ${BEGUN} and ${HAS_OPEN}`,
  quiet: `select q.user_id, ${quietSince('q.at').replace('e.', 'q.')} as occasion, q.at from (
      select e.user_id, e.course_id, ${SINCE} as at from enrolments e
      where (e.user_id, e.course_id) in (
          select b.user_id, b.course_id from lesson_progress b where b.updated_at between :from and :to)
        and (cast(:course as text) is null or e.course_id = :course) and ${HOLDS} and ${BEGUN} and not ${FINISHED}
    ) q where q.at between :from and :to`,
} as const

/** Says why a nudge `r` ends: a reason that is over, or one nudge too many. */
const nudgeEnds = (over: string) => `coalesce(
  (select case ${over} end from enrolments e
    where e.user_id = r.user_id and e.course_id = ${nudgedCourse('r')} and ${HOLDS} limit 1),
  case when not exists (select from enrolments e
    where e.user_id = r.user_id and e.course_id = ${nudgedCourse('r')} and ${HOLDS}) then 'refunded'
  when ${nudgesOf('r.user_id', `and x.recipient_id <> r.recipient_id and x.handing_at > cast(:now as timestamptz) - interval '${NUDGE_GAP_DAYS} days'`)} > 0
    then 'too_many'
  when ${nudgesOf('r.user_id', `and x.recipient_id <> r.recipient_id and ${nudgedCourse('x')} = ${nudgedCourse('r')}`)} >= ${MOST_NUDGES}
    then 'too_many' end)`

export const NUDGE_ENDS = {
  not_begun: nudgeEnds(`when ${BEGUN} then 'begun'`),
  quiet: nudgeEnds(`when ${FINISHED} then 'finished' when ${quietSince(SINCE)} <> r.occasion then 'returned'`),
} as const

/** Counts the nudges that a student got, or is about to get. */
function nudgesOf(user: string, which: string): string {
  return `(select count(*) from letter_recipients x join letters y on y.letter_id = x.letter_id
    join sequences z on z.sequence_id = y.sequence_id and z.trigger in ${NUDGE_TRIGGERS}
    where x.user_id = ${user} and x.state in ('waiting', 'leased', 'handed_over', 'unknown') ${which})`
}

/** A student `e` may be put on the list of a nudge: an adult, none waits, none went out in the last days, and the course has had few. */
export const MAY_NUDGE = `(not ${isProtectedPerson('e.user_id')} and ${nudgesOf('e.user_id', `and (x.state in ('waiting', 'leased') or x.handing_at > cast(:now as timestamptz) - interval '${NUDGE_GAP_DAYS} days')`)} = 0
  and ${nudgesOf('e.user_id', `and ${nudgedCourse('x')} = ${nudgedCourse('e')}`)} < ${MOST_NUDGES})`
