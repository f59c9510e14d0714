/**
 * Progress of the shop before, for courses whose lessons are not all here yet: it is applied each time lessons change. `lessons_at` is
 * the change that it was last applied to; null before the first.
 */
export const up = `
create table waiting_progress (
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null,
  progress jsonb not null,
  done_at timestamptz,
  move_id text,
  stored_at timestamptz not null,
  lessons_at timestamptz,
  primary key (user_id, course_id)
);
create index waiting_progress_course on waiting_progress (course_id);
`

export const down = `
drop table waiting_progress;
`
