/** Stores which orders renew access, and which letters about its end went out. */
export const up = `
create table renewals (
  order_id text primary key references orders (order_id),
  user_id bigint not null references users (id),
  course_id text not null,
  made_at timestamptz not null
);
create index renewals_of_user on renewals (user_id, course_id);
create table renewal_letters (
  enrolment_id bigint primary key,
  first_at timestamptz,
  last_at timestamptz
);
`

export const down = `
drop table renewal_letters;
drop table renewals;
`
