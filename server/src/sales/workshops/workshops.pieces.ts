import { SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import { GRANTS } from '../../courses/enrolments/grants.sql.ts'
import type { Pieces } from '../../platform/features/pieces.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

/** Checks that a seat is taken: its order gives the course. A refund frees it, and a refund that failed takes it again. Nobody comes for the seat of a deleted account. */
export const isTaken = (seat: string) => `(${seat}.taken_at is not null and exists (
  select from ${GRANTS} g where g.order_id = ${seat}.order_id and g.course_id = ${seat}.course_id)
  and exists (select from ${ACCOUNTS} a where a.id = ${seat}.user_id and a.deleted_at is null))`

/** A lesson that begins within a date, or an hour before it, is of that date; whoever has the course without a seat may join each. */
const within = (run: string) => `(v.starts_at >= ${run}.starts_at - interval '1 hour' and v.starts_at < ${run}.ends_at)`

export const pieces: Partial<Pieces> = {
  soldRun: (order) => `(select s.run_id from run_seats s where s.order_id = ${order})`,
  givenSeats: `(select s.user_id, s.run_id, s.order_id, s.course_id from run_seats s where ${isTaken('s')})`,
  datedCourses: `(select course_id from ${SOLD_TERMS} c where workshops = 'true')`,
  ofOtherDate: (lesson, user, liveLessons) => `exists (
    select from ${liveLessons} v join course_runs r on r.course_id = ${lesson}.course_id and ${within('r')}
    where v.lesson_id = ${lesson}.lesson_id and v.starts_at + v.minutes * interval '1 minute' > cast(:now as timestamptz)
      and exists (select from run_seats s where s.user_id = ${user} and s.course_id = r.course_id and s.taken_at is not null)
      and not exists (select from run_seats s join course_runs own on own.run_id = s.run_id
        where s.user_id = ${user} and s.course_id = r.course_id and s.taken_at is not null and ${within('own')}))`,
}
