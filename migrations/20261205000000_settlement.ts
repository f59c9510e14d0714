/**
 * Refunds of our own beside those made at the gateway, what the owner must look at, the story of an order with every call
 * and event, and the pause that the gateway asked for. A refund's own id is its idempotency key at the gateway.
 */
export const up = `
alter table refunds
  add column origin text not null default 'gateway' constraint refunds_origin check (origin in ('desk', 'double', 'gateway')),
  add column idempotency_key text,
  add column admin_id bigint references admins (id),
  add column tries integer not null default 0,
  add column ask_after timestamptz;
create unique index refunds_key on refunds (order_id, idempotency_key) where idempotency_key is not null;
create unique index refunds_one_double on refunds (order_id) where origin = 'double';
create index refunds_to_ask on refunds (ask_after) where ask_after is not null;
create index refunds_admin on refunds (admin_id);
create index refunds_payment on refunds (payment_id);

alter table orders
  add column captured_paise bigint constraint orders_captured check (captured_paise >= 0),
  add column attention text constraint orders_attention check (attention in ('review', 'stuck', 'refund_failed')),
  add column attention_since timestamptz,
  add constraint orders_attention_whole check ((attention is null) = (attention_since is null));
update orders set captured_paise = total_paise
  where payment_id is not null and status in ('paid', 'refunded', 'partially_refunded');
update orders set attention = 'review', attention_since = coalesce(
    (select max(e.created_at) from order_events e where e.order_id = orders.order_id and e.kind = 'review'), created_at)
  where status = 'review';
create index orders_attention on orders (attention_since, order_id) where attention is not null;
create index orders_gateway_order on orders (gateway_order_id);
create index orders_paid on orders (paid_at) where paid_at is not null;

alter table order_events
  add column times integer not null default 1,
  add column last_at timestamptz;

create index gateway_events_newest on gateway_events (received_at);

create table gateway_pause (
  single_row boolean primary key default true constraint gateway_pause_one_row check (single_row),
  until timestamptz not null
);

create table owner_alerts (
  alert_key text primary key,
  kind text not null,
  order_id text references orders (order_id),
  created_at timestamptz not null
);
create index owner_alerts_order on owner_alerts (order_id);
`

export const down = `
drop table owner_alerts;
drop table gateway_pause;
drop index gateway_events_newest;
alter table order_events drop column last_at, drop column times;
drop index orders_paid;
drop index orders_gateway_order;
drop index orders_attention;
alter table orders drop constraint orders_attention_whole, drop column attention_since, drop column attention,
  drop column captured_paise;
drop index refunds_payment;
drop index refunds_admin;
drop index refunds_to_ask;
drop index refunds_one_double;
drop index refunds_key;
alter table refunds drop column ask_after, drop column tries, drop column admin_id, drop column idempotency_key,
  drop column origin;
`
