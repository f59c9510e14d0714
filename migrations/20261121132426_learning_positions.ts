/**
 * A student's position in a lesson: the second, the length reported by the player, the server's time of it, and the tab
 * that sent it with a sequence number. One row per lesson, not per beat.
 */
export const up = `
alter table lesson_progress
  add column position_seconds double precision,
  add column length_seconds double precision,
  add column position_at timestamptz,
  add column position_tab text,
  add column position_number bigint,
  add constraint lesson_progress_position check (position_seconds >= 0 and position_seconds <= 86400),
  add constraint lesson_progress_length check (length_seconds > 0 and length_seconds <= 86400),
  add constraint lesson_progress_position_whole check (
    num_nulls(position_seconds, position_at, position_tab, position_number) in (0, 4)
  );
`

export const down = `
alter table lesson_progress
  drop column position_seconds,
  drop column length_seconds,
  drop column position_at,
  drop column position_tab,
  drop column position_number;
`
