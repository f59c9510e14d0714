/** The live lessons by lesson, cancelled ones too, for a statement of another feature that has to stay one. */
export const LIVE_LESSONS = '(select lesson_id, starts_at, minutes, cancelled_at from live_lessons)'

/** Who joined which live lesson, for the same. */
export const LIVE_JOINS = '(select user_id, lesson_id from live_joins)'

/** When a lesson happens, as `StudentLesson` has it; null where it is not live, or nobody knows yet. */
export const liveOf = (lesson: string) => `(
  select json_build_object(
    'starts_at', to_char(v.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'minutes', v.minutes,
    'cancelled', v.cancelled_at is not null,
    'joined', exists (select from live_joins j where j.user_id = :userId and j.lesson_id = v.lesson_id)
  )
  from live_lessons v where v.lesson_id = ${lesson}.lesson_id and ${lesson}.kind = 'live'
)`
