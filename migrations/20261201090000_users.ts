/** People and their sessions: students, admins, the coin ledger, and what is shared by every feature. */
export const up = `
create table users (
  id bigint generated always as identity primary key,
  user_id text not null unique,
  name text not null,
  email text unique,
  phone text,
  phone_key text unique,
  password_hash text,
  coins bigint not null default 0 constraint users_coins_not_negative check (coins >= 0),
  referral_code text not null unique,
  referred_by bigint references users (id),
  must_change_password boolean not null default false,
  temporary_password_hash text,
  temporary_password_expires_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index users_referred_by on users (referred_by);
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_by_name on users (lower(name), id) where deleted_at is null;

create table admins (
  id bigint generated always as identity primary key,
  admin_id text not null unique,
  email text not null unique,
  password_hash text not null,
  role text not null default 'owner' constraint admins_role check (role in ('owner', 'editor', 'support')),
  created_at timestamptz not null default now(),
  ended_at timestamptz
);

create table sessions (
  session_id text primary key,
  audience text not null constraint sessions_audience check (audience in ('user', 'admin')),
  user_id bigint references users (id) on delete cascade,
  admin_id bigint references admins (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  constraint sessions_one_holder check (
    (audience = 'user' and user_id is not null and admin_id is null)
    or (audience = 'admin' and admin_id is not null and user_id is null)
  )
);
create index sessions_user on sessions (user_id);
create index sessions_admin on sessions (admin_id);
create index sessions_expires on sessions (expires_at);

create table coin_ledger (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  change bigint not null constraint coin_ledger_change_not_zero check (change <> 0),
  balance_after bigint not null constraint coin_ledger_balance_not_negative check (balance_after >= 0),
  reason text not null,
  admin_id bigint references admins (id),
  created_at timestamptz not null default now()
);
create index coin_ledger_user on coin_ledger (user_id, id);
create index coin_ledger_admin on coin_ledger (admin_id);

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
drop table coin_ledger;
drop table sessions;
drop table admins;
drop table users;
`
