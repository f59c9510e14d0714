/**
 * Stores plans of parts: the terms as they were agreed, each part with its day, and the orders that were made to pay them. A line of a further
 * part continues access that its buyer has.
 */
export const up = `
alter table order_lines add column continues boolean not null default false;
create table plans (
  plan_id text primary key,
  user_id bigint not null references users (id),
  course_id text not null,
  course_name text not null,
  every_days integer not null check (every_days between 1 and 90),
  grace_days integer not null check (grace_days between 1 and 31),
  access_period text,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  end_kind text check (end_kind in ('owner', 'refunded', 'erased')),
  check ((ended_at is null) = (end_kind is null))
);
create index plans_of_user on plans (user_id, created_at);
create table plan_parts (
  plan_id text not null references plans (plan_id),
  part integer not null check (part between 1 and 6),
  amount_paise bigint not null check (amount_paise > 0),
  due_on date,
  paid_order_id text references orders (order_id),
  paid_at timestamptz,
  wished_on date,
  before_at timestamptz,
  day_at timestamptz,
  late_at timestamptz,
  reminded_at timestamptz,
  primary key (plan_id, part)
);
create index plan_parts_due on plan_parts (due_on) where paid_at is null and due_on is not null;
create index plan_parts_paid_order on plan_parts (paid_order_id) where paid_order_id is not null;
create table plan_orders (
  order_id text primary key references orders (order_id),
  plan_id text not null references plans (plan_id),
  part integer not null
);
create index plan_orders_plan on plan_orders (plan_id, part);
`

export const down = `
drop table plan_orders;
drop table plan_parts;
drop table plans;
alter table order_lines drop column continues;
`
