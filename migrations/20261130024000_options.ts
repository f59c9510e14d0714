/**
 * Stores which option of a course an order sells, and of an upgrade the order whose access it extends with what was counted as paid. An option may
 * run longer than 999 days.
 */
export const up = `
create table order_options (
  order_id text not null references orders (order_id),
  course_id text not null,
  user_id bigint not null references users (id),
  option_id text not null,
  upgrades text references orders (order_id),
  counted_paise bigint,
  made_at timestamptz not null,
  primary key (order_id, course_id),
  check ((upgrades is null) = (counted_paise is null))
);
create index order_options_upgrades on order_options (upgrades) where upgrades is not null;
create index order_options_user on order_options (user_id, course_id);
alter table courses drop constraint courses_access_period,
  add constraint courses_access_period check (access_period ~ '^P[1-9][0-9]{0,3}[MD]$');
alter table enrolments drop constraint enrolments_access_period,
  add constraint enrolments_access_period check (access_period ~ '^P[1-9][0-9]{0,3}[MD]$');
alter table order_lines drop constraint order_lines_access_period,
  add constraint order_lines_access_period check (access_period ~ '^P[1-9][0-9]{0,3}[MD]$');
`

export const down = `
drop table order_options;
`
