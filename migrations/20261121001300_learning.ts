/**
 * Enrolments and progress.
 * One enrolment per student and course.
 */
export const up = `
create table enrolments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  course_id text not null references courses (course_id),
  order_id text references orders (order_id),
  gift_code text references gift_codes (code),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint enrolments_one_source check ((order_id is null) <> (gift_code is null))
);
create index enrolments_course on enrolments (course_id);
create index enrolments_gift_code on enrolments (gift_code);
create unique index enrolments_one_per_course on enrolments (user_id, course_id) where revoked_at is null;
create index enrolments_order on enrolments (order_id);

create table lesson_progress (
  user_id bigint not null references users (id),
  course_id text not null references courses (course_id),
  lesson_id text not null,
  seconds bigint not null default 0,
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (user_id, course_id, lesson_id),
  constraint lesson_progress_seconds check (seconds >= 0)
);
create index lesson_progress_course on lesson_progress (course_id);

create table learning_beats (
  user_id bigint primary key references users (id),
  beat_at timestamptz not null,
  tolerance_seconds double precision not null default 2,
  constraint learning_beats_tolerance check ((tolerance_seconds >= (0)::double precision) and (tolerance_seconds <= (2)::double precision))
);
`

export const down = `
drop table learning_beats;
drop table lesson_progress;
drop table enrolments;
`
