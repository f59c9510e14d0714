/**
 * Devices of a student: the time of each session's last accepted beat. A device that was stopped, or exceeded the
 * limit, has `stopped_at` until it resumes.
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
