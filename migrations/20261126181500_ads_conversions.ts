/**
 * Stores the connections to Meta and Google, sealed; and an outbox with a row for each sale or refund and
 * receiver.
 */
export const up = `
create table ad_config (
  channel text primary key,
  account text not null,
  secret_sealed text not null,
  test_code text,
  active boolean not null,
  updated_at timestamptz not null,
  constraint ad_config_channel_known check (channel in ('meta', 'ga4'))
);

create table ad_events (
  id bigint generated always as identity primary key,
  order_id text not null references orders (order_id),
  channel text not null,
  kind text not null,
  refund_id text not null default '',
  state text not null default 'waiting',
  reason text,
  created_at timestamptz not null,
  ended_at timestamptz,
  unique (order_id, channel, kind, refund_id),
  constraint ad_events_channel_known check (channel in ('meta', 'ga4')),
  constraint ad_events_kind_known check (kind in ('purchase', 'refund')),
  constraint ad_events_state_known check (state in ('waiting', 'sent', 'dropped'))
);
`

export const down = `
drop table ad_events;
drop table ad_config;
`
