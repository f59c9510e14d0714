/**
 * Buying and learning. An order and its lines are frozen when it is made; its status only moves forward. One open
 * order per student and content (fingerprint), one enrolment per student and course, one row per gateway event.
 */
export const up = `
create table orders (
  order_id text primary key,
  user_id bigint not null references users (id),
  status text not null default 'created' constraint orders_status check (
    status in ('created', 'paid', 'failed', 'expired', 'cancelled', 'review', 'refunded', 'partially_refunded')
  ),
  fingerprint text not null,
  subtotal_paise bigint not null constraint orders_subtotal check (subtotal_paise >= 0),
  discount_paise bigint not null constraint orders_discount check (discount_paise between 0 and subtotal_paise),
  minimum_charge_paise bigint not null default 0 constraint orders_minimum_charge check (minimum_charge_paise >= 0),
  total_paise bigint not null,
  promocode text,
  promocode_discount integer,
  gateway_link_id text unique,
  payment_link text,
  gateway_order_id text,
  payment_id text,
  asked_at timestamptz,
  ask_after timestamptz,
  asks integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  constraint orders_total check (total_paise = subtotal_paise - discount_paise + minimum_charge_paise)
);
create unique index orders_one_open on orders (user_id, fingerprint) where status = 'created';
create index orders_user on orders (user_id, created_at desc);
create index orders_newest on orders (created_at desc, order_id);
create index orders_status_newest on orders (status, created_at desc);
create index orders_to_ask on orders (ask_after) where ask_after is not null;
create index orders_payment on orders (payment_id);

create table order_lines (
  order_id text not null references orders (order_id),
  position integer not null,
  course_id text not null references courses (course_id),
  course_name text not null,
  course_banner text not null,
  price_paise bigint not null,
  quantity integer not null constraint order_lines_quantity check (quantity >= 1),
  discount_paise bigint not null,
  total_paise bigint not null,
  primary key (order_id, position),
  constraint order_lines_total check (total_paise = price_paise * quantity - discount_paise)
);
create index order_lines_course on order_lines (course_id);

create table order_events (
  id bigint generated always as identity primary key,
  order_id text not null references orders (order_id),
  kind text not null,
  detail text,
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, id);

create table gateway_events (
  event_id text primary key,
  event text not null,
  order_id text references orders (order_id),
  body text not null,
  outcome text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index gateway_events_order on gateway_events (order_id);
create index gateway_events_unprocessed on gateway_events (received_at) where processed_at is null;

create table refunds (
  refund_id text primary key,
  order_id text not null references orders (order_id),
  payment_id text not null,
  amount_paise bigint not null constraint refunds_amount check (amount_paise > 0),
  status text not null constraint refunds_status check (status in ('requested', 'pending', 'processed', 'failed')),
  gateway_refund_id text unique,
  reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_order on refunds (order_id);

create table gift_codes (
  code text primary key,
  order_id text not null references orders (order_id),
  course_id text not null references courses (course_id),
  redeemed_by bigint references users (id),
  redeemed_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index gift_codes_order on gift_codes (order_id);
create index gift_codes_course on gift_codes (course_id);
create index gift_codes_redeemed_by on gift_codes (redeemed_by);

create table enrolments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  course_id text not null references courses (course_id),
  order_id text references orders (order_id),
  gift_code text references gift_codes (code),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  constraint enrolments_one_source check ((order_id is null) <> (gift_code is null))
);
create unique index enrolments_one_per_course on enrolments (user_id, course_id) where revoked_at is null;
create index enrolments_course on enrolments (course_id);
create index enrolments_order on enrolments (order_id);
create index enrolments_gift_code on enrolments (gift_code);

create table lesson_progress (
  user_id bigint not null references users (id),
  course_id text not null references courses (course_id),
  lesson_id text not null,
  seconds bigint not null default 0 constraint lesson_progress_seconds check (seconds >= 0),
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  primary key (user_id, course_id, lesson_id)
);
create index lesson_progress_course on lesson_progress (course_id);

create table learning_beats (
  user_id bigint primary key references users (id),
  beat_at timestamptz not null
);

create table gateway_config (
  provider text primary key,
  api_key text not null,
  api_secret_sealed text not null,
  webhook_secret_sealed text,
  verified_at timestamptz,
  updated_at timestamptz not null default now()
);
`

export const down = `
drop table gateway_config;
drop table learning_beats;
drop table lesson_progress;
drop table enrolments;
drop table gift_codes;
drop table refunds;
drop table gateway_events;
drop table order_events;
drop table order_lines;
drop table orders;
`
