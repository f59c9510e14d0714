/**
 * Stores since when a moved student was with the shop before; null for everybody else. People of earlier moves get the first day
 * of their courses.
 */
export const up = `
alter table users add column joined_at timestamptz;
update users u set joined_at = first.at
from (
  select e.user_id, min(coalesce(e.since, e.granted_at)) as at from enrolments e
  join move_people p on p.user_id = e.user_id and p.made where e.move_id is not null group by e.user_id
) first
where u.id = first.user_id and first.at < u.created_at;
create index users_joined on users ((coalesce(joined_at, created_at)), id);
`

export const down = `
drop index users_joined;
alter table users drop column joined_at;
`
