/**
 * Live lessons: start, duration, join link, and notifications sent. A row outlives its lesson, whose students may still
 * need a notification; `version` increases with each change, for calendars. Attendance outlives it too.
 */
export const up = `
create table live_lessons (
  lesson_id text primary key,
  course_id text not null references courses (course_id) on delete cascade,
  title text not null,
  version integer not null default 1,
  starts_at timestamptz not null,
  minutes integer not null,
  join_link text not null,
  cancelled_at timestamptz,
  told_starts_at timestamptz,
  day_letter_for timestamptz,
  soon_letter_for timestamptz,
  updated_at timestamptz not null,
  constraint live_lessons_minutes check (minutes between 5 and 480),
  constraint live_lessons_join_link check (join_link like 'https://%')
);
create index live_lessons_course on live_lessons (course_id, starts_at);
create index live_lessons_starts on live_lessons (starts_at);

create table live_joins (
  lesson_id text not null,
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null references courses (course_id),
  joined_at timestamptz not null,
  primary key (lesson_id, user_id)
);
create index live_joins_user on live_joins (user_id);
create index live_joins_course on live_joins (course_id);

create table live_letters (
  lesson_id text not null references live_lessons (lesson_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  version integer not null,
  told_at timestamptz not null,
  primary key (lesson_id, user_id, kind, version),
  constraint live_letters_kind check (kind in ('day', 'soon', 'changed', 'cancelled'))
);
create index live_letters_user on live_letters (user_id);
`

export const down = `
drop table live_letters;
drop table live_joins;
drop table live_lessons;
`
