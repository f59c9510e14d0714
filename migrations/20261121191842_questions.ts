/**
 * Questions of students under a lesson, and the shop's answers. The client chooses the key, so that a question is not
 * stored twice after a lost answer. With `shown_at` all students of the course can read it, under the first name that
 * its writer allowed.
 */
export const up = `
create table questions (
  question_id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null references courses (course_id),
  lesson_id text not null,
  text text not null,
  shown_name text,
  key text not null,
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  shown_at timestamptz,
  constraint questions_text check (length(text) between 1 and 2000),
  constraint questions_answer check ((answer is null) = (answered_at is null)),
  constraint questions_shown check (shown_at is null or answer is not null),
  constraint questions_once unique (user_id, key)
);
create index questions_of_user on questions (user_id, course_id, lesson_id);
create index questions_shown on questions (course_id, lesson_id, answered_at desc) where shown_at is not null;
create index questions_newest on questions (asked_at desc, question_id desc);
create index questions_waiting on questions (asked_at) where answer is null;
`

export const down = `
drop table questions;
`
