/**
 * Stores links by which one person pays for courses at a price that was agreed, and whether the shop makes any. The address of a link is
 * signed, so nothing here opens one.
 */
export const up = `
create table pay_links (
  pay_link_id text primary key,
  email text,
  phone text,
  name text,
  note text,
  course_ids text[] not null,
  list_paise bigint not null,
  total_paise bigint not null,
  status text not null default 'invited',
  reason text,
  ends_at timestamptz not null,
  order_id text references orders (order_id),
  admin_id bigint references admins (id) on delete set null,
  sent_by text,
  sent_at timestamptz,
  opened integer not null default 0,
  opened_at timestamptz,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint pay_links_total check (total_paise >= 100 and total_paise <= list_paise),
  constraint pay_links_courses check (cardinality(course_ids) > 0),
  constraint pay_links_status check (status in ('invited', 'paid', 'cancelled'))
);
create index pay_links_open_of on pay_links (email) where status = 'invited';
create index pay_links_of_order on pay_links (order_id);
create index pay_links_admin on pay_links (admin_id);
create index pay_links_newest on pay_links (status, created_at desc, pay_link_id);

create table pay_link_settings (
  singleton boolean primary key default true,
  is_on boolean not null,
  support_percent integer not null,
  constraint pay_link_settings_single check (singleton),
  constraint pay_link_settings_percent check (support_percent between 0 and 100)
);
`

export const down = `
drop table pay_link_settings;
drop table pay_links;
`
