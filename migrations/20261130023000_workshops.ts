/** Stores the dates of workshops, and which order holds or has which seat. */
export const up = `
create table course_runs (
  run_id text primary key,
  course_id text not null references courses on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  seats integer not null check (seats > 0),
  sells_until timestamptz not null,
  replay_days integer not null check (replay_days >= 0),
  group_url text,
  cancelled_at timestamptz,
  cancelled_by bigint,
  day_told_for timestamptz,
  hour_told_for timestamptz,
  soon_told_for timestamptz,
  check (ends_at > starts_at)
);
create index course_runs_course on course_runs (course_id, starts_at);
create index course_runs_starts on course_runs (starts_at) where cancelled_at is null;
create table run_seats (
  order_id text primary key references orders (order_id),
  run_id text not null references course_runs (run_id) on delete cascade,
  user_id bigint not null references users (id),
  course_id text not null,
  held_until timestamptz not null,
  taken_at timestamptz,
  moved integer not null default 0,
  chosen text check (chosen in ('refund'))
);
create index run_seats_run on run_seats (run_id);
create index run_seats_user on run_seats (user_id);
`

export const down = `
drop table run_seats;
drop table course_runs;
`
