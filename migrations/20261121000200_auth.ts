/**
 * Authentication: admins with second factors, sessions and known devices, rate limits, and stored responses by
 * idempotency key.
 */
export const up = `
create table admins (
  id bigint generated always as identity primary key,
  admin_id text not null unique,
  email text not null unique,
  password_hash text not null,
  role text not null default 'owner',
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  name text,
  must_change_password boolean not null default false,
  one_time_until timestamptz,
  second_factor_from timestamptz not null default now(),
  constraint admins_role check (role in ('owner', 'editor', 'support'))
);

create table sessions (
  session_id text primary key,
  audience text not null,
  user_id bigint references users (id) on delete cascade,
  admin_id bigint references admins (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  device text,
  address text,
  last_seen_at timestamptz,
  confirmed_at timestamptz,
  constraint sessions_audience check (audience in ('user', 'admin')),
  constraint sessions_one_holder check (((audience = 'user') and (user_id is not null) and (admin_id is null)) or ((audience = 'admin') and (admin_id is not null) and (user_id is null)))
);
create index sessions_admin on sessions (admin_id);
create index sessions_expires on sessions (expires_at);
create index sessions_user on sessions (user_id);

create table contact_changes (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null,
  value text not null,
  token_hash text unique,
  session_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, kind),
  constraint contact_changes_kind check (kind in ('email', 'phone'))
);
create index contact_changes_expires on contact_changes (expires_at);

create table known_devices (
  id bigint generated always as identity primary key,
  user_id bigint references users (id) on delete cascade,
  admin_id bigint references admins (id) on delete cascade,
  device text not null,
  network text not null,
  last_seen_at timestamptz not null,
  constraint known_devices_one_holder check (num_nonnulls(user_id, admin_id) = 1)
);
create unique index known_devices_admin on known_devices (admin_id, device, network) where admin_id is not null;
create index known_devices_seen on known_devices (last_seen_at);
create unique index known_devices_user on known_devices (user_id, device, network) where user_id is not null;

create table admin_passkeys (
  passkey_id text primary key,
  admin_id bigint not null references admins (id) on delete cascade,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint admin_passkeys_credential unique (credential_id)
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
  purpose text not null,
  password_hash text not null,
  webauthn text,
  tries integer not null default 0,
  expires_at timestamptz not null,
  constraint admin_challenges_purpose check (purpose in ('login', 'confirm', 'passkey'))
);
create index admin_challenges_admin on admin_challenges (admin_id);
create index admin_challenges_expires on admin_challenges (expires_at);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
`

export const down = `
drop table rate_limits;
drop table idempotency_keys;
drop table admin_challenges;
drop table admin_recovery_codes;
drop table admin_apps;
drop table admin_passkeys;
drop table known_devices;
drop table contact_changes;
drop table sessions;
drop table admins;
`
