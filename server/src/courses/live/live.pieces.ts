import type { Pieces } from '../../platform/features/pieces.ts'

export const pieces: Partial<Pieces> = {
  liveLessons: '(select lesson_id, starts_at, minutes, cancelled_at from live_lessons)',
  liveJoins: '(select user_id, lesson_id from live_joins)',
  liveOf: (lesson: string) => `(
  select json_build_object(
    'starts_at', to_char(v.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'minutes', v.minutes,
    'cancelled', v.cancelled_at is not null,
    'joined', exists (select from live_joins j where j.user_id = :userId and j.lesson_id = v.lesson_id)
  )
  from live_lessons v where v.lesson_id = ${lesson}.lesson_id and ${lesson}.kind = 'live'
)`,
}
