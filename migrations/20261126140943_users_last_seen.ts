/** When a student last used the shop, to the hour. Sessions, which know it to the minute, are deleted after their end. */
export const up = `
alter table users add column last_seen_at timestamptz;
update users u set last_seen_at = seen.at
from (
  select user_id, max(at) as at
  from (
    select user_id, coalesce(last_seen_at, created_at) as at from sessions where viewed_by is null
    union all select user_id, last_seen_at from known_devices
    union all select user_id, updated_at from lesson_progress
  ) used
  where user_id is not null and at is not null
  group by user_id
) seen
where u.id = seen.user_id and u.deleted_at is null;
`

export const down = `
alter table users drop column last_seen_at;
`
