/**
 * Access with an end. A row is one grant by order, gift code or admin; grants of one student and course follow each
 * other unless revoked, and the last one has the end of all. `since` is the start of the first, from which lessons
 * open.
 */
export const up = `
alter table enrolments
  add column access_period text,
  add column given_until timestamptz,
  add column ends_at timestamptz,
  add column since timestamptz,
  add column continued boolean not null default false,
  add column end_told_at timestamptz,
  add constraint enrolments_access_period check (access_period ~ '^P[1-9][0-9]{0,2}[MD]$'),
  add constraint enrolments_ends_at check (ends_at is null or access_period is not null or given_until is not null);
drop index enrolments_one_per_course;
create unique index enrolments_one_per_course on enrolments (user_id, course_id) where revoked_at is null and not continued;
create index enrolments_ending on enrolments (ends_at) where ends_at is not null and revoked_at is null and not continued;
`

export const down = `
delete from enrolments where continued;
drop index enrolments_ending;
drop index enrolments_one_per_course;
create unique index enrolments_one_per_course on enrolments (user_id, course_id) where revoked_at is null;
alter table enrolments
  drop column access_period,
  drop column given_until,
  drop column ends_at,
  drop column since,
  drop column continued,
  drop column end_told_at;
`
