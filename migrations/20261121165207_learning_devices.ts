/**
 * On which devices a student watches: when a session's last beat was taken. One that was stopped, or for which there was no room, has
 * `stopped_at`, until it goes on.
 */
export const up = `
create table watching_devices (
  session_id text primary key references sessions (session_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  beat_at timestamptz not null,
  stopped_at timestamptz
);
create index watching_devices_user on watching_devices (user_id);
`

export const down = `
drop table watching_devices;
`
