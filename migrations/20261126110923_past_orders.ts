/**
 * Orders of the shop before: history for its owner, in none of our reports. The fingerprint is a digest of what names the
 * row in its source, so that a row that is brought twice is stored once.
 */
export const up = `
create table past_orders (
  past_order_id bigint generated always as identity primary key,
  fingerprint text not null,
  move_id text not null,
  source text not null,
  order_ref text,
  ordered_at timestamptz,
  user_id bigint references users (id),
  email text,
  name text,
  course text not null,
  course_id text,
  amount_paise bigint,
  currency text not null,
  refunded_paise bigint,
  status text not null,
  coupon text,
  moved_at timestamptz not null,
  constraint past_orders_once unique (fingerprint),
  constraint past_orders_status check (status in ('paid', 'refunded', 'partially_refunded')),
  constraint past_orders_currency check (currency ~ '^[A-Z]{3}$'),
  constraint past_orders_sums check (amount_paise >= 0 and refunded_paise >= 0)
);
create index past_orders_newest on past_orders (ordered_at desc nulls last, past_order_id desc);
create index past_orders_email on past_orders (email);
create index past_orders_user on past_orders (user_id);
create index past_orders_move on past_orders (move_id);
`

export const down = `
drop table past_orders;
`
