/**
 * Stores where events go, the events, and what became of each at each address. A delivery names its address without a foreign key: removing
 * an address must never make the transaction of a payment fail.
 */
export const up = `
create table webhook_endpoints (
  webhook_id text primary key,
  url text not null,
  events text[] not null,
  format text not null check (format in ('full', 'flat')),
  header_name text,
  header_sealed text,
  secret_sealed text not null,
  old_secret_sealed text,
  old_secret_until timestamptz,
  active boolean not null,
  by_program boolean not null,
  off_reason text check (off_reason in ('gone', 'failing')),
  failing_since timestamptz,
  warned_at timestamptz,
  last_done_at timestamptz,
  created_at timestamptz not null
);
create table webhook_events (
  event_id text primary key,
  seq bigint generated always as identity,
  event text not null,
  subject text not null unique,
  user_id bigint not null references users (id) on delete cascade,
  order_id text,
  course_id text,
  detail jsonb not null,
  full_body text,
  flat_body text,
  at timestamptz not null
);
create index webhook_events_at on webhook_events (at);
create index webhook_events_user on webhook_events (user_id);
create table webhook_deliveries (
  delivery_id bigint generated always as identity primary key,
  webhook_id text not null,
  event_id text not null references webhook_events (event_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  status text not null check (status in ('waiting', 'done', 'failed')),
  next_at timestamptz,
  attempts integer not null,
  tries jsonb not null,
  unique (webhook_id, event_id)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where status = 'waiting';
create index webhook_deliveries_of on webhook_deliveries (webhook_id, delivery_id desc);
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_user on webhook_deliveries (user_id);
`

export const down = `
drop table webhook_deliveries;
drop table webhook_events;
drop table webhook_endpoints;
`
