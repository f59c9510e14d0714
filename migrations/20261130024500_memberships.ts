/**
 * Memberships: one price in a rhythm for courses. `members` is a mandate of a student at the gateway, `member_debits` each of its payments with
 * its order. A membership groups the lines of its orders as a bundle does, so that `bundle_id` names either.
 */
export const up = `
create table memberships (
  membership_id text primary key,
  name text not null,
  description text,
  course_ids text[],
  price_paise bigint not null check (price_paise between 100 and 1500000),
  period text not null check (period in ('month', 'quarter', 'year')),
  cycles integer check (cycles between 1 and 120),
  grace_days integer not null check (grace_days between 0 and 7),
  state text not null check (state in ('draft', 'on_sale', 'ended')),
  plan_id text,
  plan_key_id text,
  created_at timestamptz not null
);
create table members (
  member_id text primary key,
  membership_id text not null references memberships (membership_id),
  user_id bigint not null references users (id),
  subscription_id text not null unique,
  key_id text,
  short_url text not null,
  billing_state text,
  gateway_state text not null,
  charge_at timestamptz,
  created_at timestamptz not null,
  poll_after timestamptz,
  polled_at timestamptz,
  end_wanted_at timestamptz,
  ended_at timestamptz,
  end_kind text check (end_kind in ('student', 'erased', 'bank', 'done', 'unpaid')),
  told text,
  check ((ended_at is null) or (end_kind is not null))
);
create index members_of_user on members (user_id, created_at);
create index members_of_membership on members (membership_id);
create unique index members_live on members (user_id, membership_id) where end_wanted_at is null and ended_at is null;
create index members_polled on members (poll_after) where poll_after is not null;
create table member_debits (
  payment_id text primary key,
  member_id text not null references members (member_id),
  order_id text not null unique references orders (order_id),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  stray boolean not null,
  course_ids text[] not null,
  made_at timestamptz not null
);
create index member_debits_of_member on member_debits (member_id, to_at);
alter table order_lines drop constraint order_lines_bundle_id_fkey;
`

export const down = `
drop table member_debits, members, memberships;
alter table order_lines add constraint order_lines_bundle_id_fkey foreign key (bundle_id) references courses(course_id) not valid;
`
