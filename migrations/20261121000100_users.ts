/**
 * Students, and pending changes of their email or phone.
 * Searches match parts of names, addresses and phones. Trigram indexes make them fast if the extension exists (it ships
 * with PostgreSQL, and a database owner may create it); otherwise they scan the tables.
 * A new address or phone counts once it is proven, one of each per account.
 */
export const up = `
create function indian_day(instant timestamptz) returns date
  language sql immutable parallel safe strict as $$
  select (instant at time zone 'Asia/Kolkata')::date
$$;

create table users (
  id bigint generated always as identity primary key,
  user_id text not null unique,
  name text not null,
  email text unique,
  phone text,
  phone_key text unique,
  password_hash text,
  coins bigint not null default 0,
  referral_code text not null unique,
  referred_by bigint references users (id),
  must_change_password boolean not null default false,
  temporary_password_hash text,
  temporary_password_expires_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  email_proven_at timestamptz,
  constraint users_coins_not_negative check (coins >= 0)
);
create index users_by_coins on users (coins, id) where deleted_at is null;
create index users_by_name on users (lower(name), id) where deleted_at is null;
create index users_newest on users (created_at desc, id desc) where deleted_at is null;
create index users_referred_by on users (referred_by);

do $$
begin
  create extension if not exists pg_trgm;
  create index users_email_part on users using gin (email gin_trgm_ops) where deleted_at is null;
  create index users_name_part on users using gin (name gin_trgm_ops) where deleted_at is null;
  create index users_phone_part on users using gin (phone gin_trgm_ops) where deleted_at is null;
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;
`

export const down = `
drop table users;
drop function indian_day;
`
