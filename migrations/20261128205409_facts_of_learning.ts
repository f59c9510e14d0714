/**
 * A course stays finished for whom it was, whatever lessons are added later, and a lesson stays open for whom it was. `opened_to` is the latest
 * enrolment for which the lesson was open; certificates show who finished so far.
 */
export const up = `
create table course_finishes (
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null,
  finished_at timestamptz not null,
  primary key (user_id, course_id)
);
insert into course_finishes (user_id, course_id, finished_at)
  select user_id, course_id, min(issued_at) from certificates
  where revoked_at is null and user_id in (select id from users where deleted_at is null) group by user_id, course_id;
alter table lessons add column opened_to timestamptz;
`

export const down = `
alter table lessons drop column opened_to;
drop table course_finishes;
`
