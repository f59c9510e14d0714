/**
 * What a student writes down at a second of a lesson, for nobody else: it goes with the account. The key is the writer's own, so that a
 * note whose answer was lost is not kept twice; the version says which text an edit began from.
 */
export const up = `
create table lesson_notes (
  note_id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null references courses (course_id),
  lesson_id text not null,
  second double precision,
  text text not null,
  key text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint lesson_notes_second check (second >= 0 and second <= 86400),
  constraint lesson_notes_text check (length(text) between 1 and 2000),
  constraint lesson_notes_once unique (user_id, key)
);
create index lesson_notes_course on lesson_notes (course_id);
create index lesson_notes_user on lesson_notes (user_id, course_id, note_id);
`

export const down = `
drop table lesson_notes;
`
