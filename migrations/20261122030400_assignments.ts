/**
 * Assignments of lessons, and submissions. A rubric is read and written together, so it is one document; a mark stores
 * the rubric it used. Submissions outlive the lesson, like progress. A file without a `hand_in_id` was uploaded but not
 * submitted yet.
 */
export const up = `
create table assignments (
  lesson_id text primary key references lessons (lesson_id) on delete cascade,
  course_id text not null references courses (course_id) on delete cascade,
  version integer not null default 1,
  instructions text not null,
  criteria jsonb not null,
  takes_text boolean not null,
  file_kinds text[] not null,
  due_days integer,
  gate boolean not null,
  updated_at timestamptz not null,
  constraint assignments_instructions check (length(instructions) between 1 and 5000),
  constraint assignments_due_days check (due_days between 1 and 3650),
  constraint assignments_takes_something check (takes_text or cardinality(file_kinds) > 0)
);
create index assignments_course on assignments (course_id);

create table hand_ins (
  hand_in_id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null references courses (course_id),
  lesson_id text not null,
  key text not null,
  text text,
  handed_in_at timestamptz not null,
  due_at timestamptz,
  status text not null default 'waiting',
  criteria jsonb,
  marks jsonb,
  feedback text,
  marked_at timestamptz,
  constraint hand_ins_once unique (user_id, key),
  constraint hand_ins_text check (length(text) between 1 and 20000),
  constraint hand_ins_feedback check (length(feedback) between 1 and 5000),
  constraint hand_ins_status check (status in ('waiting', 'accepted', 'again')),
  constraint hand_ins_marked check ((status = 'waiting') = (marked_at is null))
);
create index hand_ins_course on hand_ins (course_id);
create index hand_ins_user on hand_ins (user_id, lesson_id, hand_in_id);
create index hand_ins_status on hand_ins (status, handed_in_at);
create unique index hand_ins_one_waits on hand_ins (user_id, lesson_id) where status = 'waiting';

create table hand_in_files (
  file_id text primary key,
  user_id bigint not null references users (id) on delete cascade,
  lesson_id text not null,
  hand_in_id bigint unique references hand_ins (hand_in_id),
  url text not null,
  name text not null,
  kind text not null,
  bytes bigint not null,
  created_at timestamptz not null
);
create index hand_in_files_user on hand_in_files (user_id, lesson_id);
create index hand_in_files_unsent on hand_in_files (created_at) where hand_in_id is null;
`

export const down = `
drop table hand_in_files;
drop table hand_ins;
drop table assignments;
`
