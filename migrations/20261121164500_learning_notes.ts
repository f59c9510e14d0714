/**
 * A student's private notes at a second of a lesson; they are deleted with the account. The client chooses the key, so
 * that a note is not stored twice after a lost answer; the version is the text that an edit began with.
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
