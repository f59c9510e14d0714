/**
 * Where somebody is signed in and which devices an account knows; passkeys, authenticator apps and recovery codes of admins, and
 * the challenges that those answer; until when a one-time password logs in.
 */
export const up = `
alter table sessions
  add column device text,
  add column address text,
  add column last_seen_at timestamptz,
  add column confirmed_at timestamptz;

create table known_devices (
  id bigint generated always as identity primary key,
  user_id bigint references users (id) on delete cascade,
  admin_id bigint references admins (id) on delete cascade,
  device text not null,
  network text not null,
  last_seen_at timestamptz not null,
  constraint known_devices_one_holder check (num_nonnulls(user_id, admin_id) = 1)
);
create unique index known_devices_user on known_devices (user_id, device, network) where user_id is not null;
create unique index known_devices_admin on known_devices (admin_id, device, network) where admin_id is not null;
create index known_devices_seen on known_devices (last_seen_at);

alter table admins
  add column one_time_until timestamptz,
  add column second_factor_from timestamptz not null default now();
update admins set one_time_until = now() + interval '24 hours' where must_change_password;

create table admin_passkeys (
  passkey_id text primary key,
  admin_id bigint not null references admins (id) on delete cascade,
  credential_id text not null constraint admin_passkeys_credential unique,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index admin_passkeys_admin on admin_passkeys (admin_id);

create table admin_apps (
  admin_id bigint primary key references admins (id) on delete cascade,
  sealed_secret text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

create table admin_recovery_codes (
  admin_id bigint not null references admins (id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (admin_id, code_hash)
);

create table admin_challenges (
  challenge_id text primary key,
  admin_id bigint not null references admins (id) on delete cascade,
  purpose text not null constraint admin_challenges_purpose check (purpose in ('login', 'confirm', 'passkey')),
  password_hash text not null,
  webauthn text,
  tries integer not null default 0,
  expires_at timestamptz not null
);
create index admin_challenges_admin on admin_challenges (admin_id);
create index admin_challenges_expires on admin_challenges (expires_at);
`

export const down = `
drop table admin_challenges;
drop table admin_recovery_codes;
drop table admin_apps;
drop table admin_passkeys;
alter table admins drop column second_factor_from, drop column one_time_until;
drop table known_devices;
alter table sessions
  drop column confirmed_at,
  drop column last_seen_at,
  drop column address,
  drop column device;
`
