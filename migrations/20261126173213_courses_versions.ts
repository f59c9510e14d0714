/** Each save of a sales page: the whole body, the changed fields, and the admin. */
export const up = `
create table course_versions (
  course_id text not null references courses (course_id) on delete cascade,
  version integer not null,
  body jsonb not null,
  changed text[] not null,
  saved_by text,
  saved_at timestamptz not null,
  primary key (course_id, version)
);
`

export const down = `
drop table course_versions;
`
