/**
 * Quizzes and attempts. Questions are read and written together, so they are one document with a version; an attempt
 * stores its score and that version, whatever happens to the quiz. Attempts outlive a lesson, like progress.
 */
export const up = `
create table quizzes (
  lesson_id text primary key references lessons (lesson_id) on delete cascade,
  course_id text not null references courses (course_id) on delete cascade,
  version integer not null default 1,
  intro text,
  pass_mark integer not null,
  gate boolean not null,
  max_tries integer,
  reveals text not null,
  questions jsonb not null,
  updated_at timestamptz not null,
  constraint quizzes_pass_mark check (pass_mark between 1 and 100),
  constraint quizzes_max_tries check (max_tries between 1 and 100),
  constraint quizzes_reveals check (reveals in ('always', 'passed', 'never')),
  constraint quizzes_intro check (length(intro) between 1 and 2000)
);
create index quizzes_course on quizzes (course_id);

create table quiz_attempts (
  attempt_id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null references courses (course_id),
  lesson_id text not null,
  version integer not null,
  key text not null,
  answers jsonb not null,
  marks jsonb not null,
  right_count integer not null,
  question_count integer not null,
  passed boolean not null,
  submitted_at timestamptz not null,
  constraint quiz_attempts_score check (right_count between 0 and question_count),
  constraint quiz_attempts_once unique (user_id, key)
);
create index quiz_attempts_course on quiz_attempts (course_id);
create index quiz_attempts_lesson on quiz_attempts (lesson_id);
create index quiz_attempts_user on quiz_attempts (user_id, lesson_id, attempt_id);
`

export const down = `
drop table quiz_attempts;
drop table quizzes;
`
