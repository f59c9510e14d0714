/** Lists live lessons, cancelled ones included; other features use it in their statements. */
export const LIVE_LESSONS = '(select lesson_id, starts_at, minutes, cancelled_at from live_lessons)'

/** Lists joins by student and lesson; other features use it in their statements. */
export const LIVE_JOINS = '(select user_id, lesson_id from live_joins)'

/** Builds a lesson's moment as `StudentLesson` has it; null where it is not live, or unscheduled. */
export const liveOf = (lesson: string) => `(
  select json_build_object(
    'starts_at', to_char(v.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'minutes', v.minutes,
    'cancelled', v.cancelled_at is not null,
    'joined', exists (select from live_joins j where j.user_id = :userId and j.lesson_id = v.lesson_id)
  )
  from live_lessons v where v.lesson_id = ${lesson}.lesson_id and ${lesson}.kind = 'live'
)`
