/**
 * Orders with their lines and timeline, refunds, and gateway events.
 * An order and its lines are frozen when it is created; its status only moves forward. One open order per student and
 * content (`fingerprint`), one row per gateway event. A refund's id is its idempotency key at the gateway. A duplicate
 * payment is refunded once per payment; a failed attempt does not block another. `single_seat`: the promo code
 * discounted only one seat of a course. `redeemed`: whether redeemed gift seats stay and are paid for, or are revoked
 * and refunded too. Tax settings have dates: each row is in force from its day on.
 */
export const up = `
create table tax_settings (
  id bigint generated always as identity primary key,
  valid_from date not null,
  enabled boolean not null,
  legal_name text not null,
  address text not null,
  state_code text not null,
  gstin text not null,
  sac text not null,
  rate_basis_points integer not null,
  prices text not null,
  created_at timestamptz not null default now(),
  constraint tax_settings_prices check (prices in ('inclusive', 'exclusive')),
  constraint tax_settings_rate check (((rate_basis_points >= 0) and (rate_basis_points <= 5000)) and ((rate_basis_points % 2) = 0))
);
create index tax_settings_in_force on tax_settings (valid_from desc, id desc);

create table orders (
  order_id text primary key,
  user_id bigint not null references users (id),
  status text not null default 'created',
  fingerprint text not null,
  subtotal_paise bigint not null,
  discount_paise bigint not null,
  minimum_charge_paise bigint not null default 0,
  total_paise bigint not null,
  promocode text,
  promocode_discount integer,
  gateway_link_id text unique,
  payment_link text,
  gateway_order_id text,
  payment_id text,
  polled_at timestamptz,
  poll_after timestamptz,
  polls integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  captured_paise bigint,
  attention text,
  attention_since timestamptz,
  promocode_id bigint,
  billing_state text,
  billing_gstin text,
  billing_name text,
  billing_address text,
  tax_settings_id bigint references tax_settings (id),
  tax_paise bigint not null default 0,
  promocode_one_seat boolean not null default false,
  constraint orders_attention check (attention in ('review', 'stuck', 'refund_failed', 'refund_waiting')),
  constraint orders_attention_whole check ((attention is null) = (attention_since is null)),
  constraint orders_captured check (captured_paise >= 0),
  constraint orders_discount check ((discount_paise >= 0) and (discount_paise <= subtotal_paise)),
  constraint orders_minimum_charge check (minimum_charge_paise >= 0),
  constraint orders_status check (status in ('created', 'paid', 'failed', 'expired', 'cancelled', 'review', 'refunded', 'partially_refunded')),
  constraint orders_subtotal check (subtotal_paise >= 0),
  constraint orders_tax check (tax_paise >= 0),
  constraint orders_total check (total_paise = (((subtotal_paise - discount_paise) + tax_paise) + minimum_charge_paise))
);
create index orders_attention on orders (attention_since, order_id) where attention is not null;
create index orders_by_promocode on orders (promocode) where promocode is not null;
create index orders_by_total on orders (total_paise, order_id);
create index orders_gateway_order on orders (gateway_order_id);
create index orders_newest on orders (created_at desc, order_id);
create unique index orders_one_open on orders (user_id, fingerprint) where status = 'created';
create index orders_paid on orders (paid_at) where paid_at is not null;
create index orders_paid_figures on orders (paid_at) include (status, total_paise, order_id) where paid_at is not null;
create index orders_payment on orders (payment_id);
create index orders_promocode on orders (promocode_id, status) where promocode_id is not null;
create index orders_status_newest on orders (status, created_at desc);
create index orders_tax_settings on orders (tax_settings_id) where tax_settings_id is not null;
create index orders_to_poll on orders (poll_after) where poll_after is not null;
create index orders_user on orders (user_id, created_at desc);

create table order_lines (
  order_id text not null references orders (order_id),
  position integer not null,
  course_id text not null references courses (course_id),
  course_name text not null,
  course_banner text not null,
  price_paise bigint not null,
  quantity integer not null,
  discount_paise bigint not null,
  total_paise bigint not null,
  primary key (order_id, "position"),
  constraint order_lines_quantity check (quantity >= 1),
  constraint order_lines_total check (total_paise = ((price_paise * quantity) - discount_paise))
);
create index order_lines_course on order_lines (course_id);

create table order_events (
  id bigint generated always as identity primary key,
  order_id text not null references orders (order_id),
  kind text not null,
  detail text,
  created_at timestamptz not null default now(),
  times integer not null default 1,
  last_at timestamptz
);
create index order_events_order on order_events (order_id, id);

create table refunds (
  refund_id text primary key,
  order_id text not null references orders (order_id),
  payment_id text not null,
  amount_paise bigint not null,
  status text not null,
  gateway_refund_id text unique,
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  origin text not null default 'dashboard',
  idempotency_key text,
  admin_id bigint references admins (id),
  tries integer not null default 0,
  poll_after timestamptz,
  redeemed text,
  constraint refunds_amount check (amount_paise > 0),
  constraint refunds_origin check (origin in ('admin', 'duplicate_payment', 'dashboard')),
  constraint refunds_redeemed check (redeemed in ('keep', 'take')),
  constraint refunds_status check (status in ('requested', 'pending', 'processed', 'failed'))
);
create index refunds_admin on refunds (admin_id);
create unique index refunds_key on refunds (order_id, idempotency_key) where idempotency_key is not null;
create unique index refunds_one_per_duplicate on refunds (payment_id) where (origin = 'duplicate_payment') and (status <> 'failed');
create index refunds_order on refunds (order_id);
create index refunds_payment on refunds (payment_id);
create index refunds_to_poll on refunds (poll_after) where poll_after is not null;

create table gateway_events (
  event_id text primary key,
  event text not null,
  order_id text references orders (order_id),
  body text not null,
  outcome text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index gateway_events_newest on gateway_events (received_at);
create index gateway_events_order on gateway_events (order_id);
create index gateway_events_unmatched on gateway_events (received_at desc, event_id) where outcome like 'unmatched%';
create index gateway_events_unprocessed on gateway_events (received_at) where processed_at is null;

create table owner_alerts (
  alert_key text primary key,
  kind text not null,
  order_id text references orders (order_id),
  created_at timestamptz not null
);
create index owner_alerts_order on owner_alerts (order_id);

create table job_rounds (
  name text primary key,
  ended_at timestamptz not null
);

do $$
begin
  create extension if not exists pg_trgm;
  create index orders_number_part on orders using gin (order_id gin_trgm_ops);
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;
`

export const down = `
drop table job_rounds;
drop table owner_alerts;
drop table gateway_events;
drop table refunds;
drop table order_events;
drop table order_lines;
drop table orders;
drop table tax_settings;
`
