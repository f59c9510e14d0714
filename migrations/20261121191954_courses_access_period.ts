/** The access period of a course: an ISO 8601 duration of months or days; null never expires. */
export const up = `
alter table courses
  add column access_period text,
  add constraint courses_access_period check (access_period ~ '^P[1-9][0-9]{0,2}[MD]$');
`

export const down = `
alter table courses drop column access_period;
`
