import type { Pieces } from '../../platform/features/pieces.ts'

/** A lesson that begins within a date, or an hour before it, is of that date; whoever has the course without a seat may join each. */
const within = (run: string) => `(v.starts_at >= ${run}.starts_at - interval '1 hour' and v.starts_at < ${run}.ends_at)`

export const pieces: Partial<Pieces> = {
  ofOtherDate: (lesson, user, liveLessons) => `exists (
    select from ${liveLessons} v join course_runs r on r.course_id = ${lesson}.course_id and ${within('r')}
    where v.lesson_id = ${lesson}.lesson_id and v.starts_at + v.minutes * interval '1 minute' > cast(:now as timestamptz)
      and exists (select from run_seats s where s.user_id = ${user} and s.course_id = r.course_id and s.taken_at is not null)
      and not exists (select from run_seats s join course_runs own on own.run_id = s.run_id
        where s.user_id = ${user} and s.course_id = r.course_id and s.taken_at is not null and ${within('own')}))`,
}
