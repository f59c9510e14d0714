/**
 * Courses that an admin gave to an unproven address. They belong to no account: a stranger may have registered the
 * address, and the owner of the mailbox gets them with the proof.
 */
export const up = `
create table waiting_courses (
  email text not null,
  course_id text not null references courses (course_id) on delete cascade,
  given_by bigint not null references admins (id),
  given_until timestamptz,
  given_at timestamptz not null,
  primary key (email, course_id)
);
create index waiting_courses_course on waiting_courses (course_id);
create index waiting_courses_given_by on waiting_courses (given_by);
`

export const down = `
drop table waiting_courses;
`
