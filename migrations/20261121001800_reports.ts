/**
 * Daily sums for the overview, so that a year is 366 rows with any number of sales.
 * A trigger only marks a changed day: marks never wait for each other, so sales of one day do not either. The first
 * reader recomputes the marked days. The lines of an order are frozen before payment and mark nothing, and neither does
 * an unpaid order.
 */
export const up = `
create function note_order_day() returns trigger
  language plpgsql as $$
begin
  insert into stale_days (day)
    select distinct indian_day(paid_at) from (values (old.paid_at), (new.paid_at)) as times (paid_at) where paid_at is not null;
  return null;
end
$$;

create function note_refund_day() returns trigger
  language plpgsql as $$
begin
  insert into stale_days (day)
    select distinct indian_day(paid_at) from orders
    where order_id in (old.order_id, new.order_id) and paid_at is not null;
  return null;
end
$$;

create function note_user_day() returns trigger
  language plpgsql as $$
begin
  insert into stale_days (day)
    select distinct indian_day(created_at) from (values (old.created_at), (new.created_at)) as times (created_at)
    where created_at is not null;
  return null;
end
$$;

create table day_figures (
  day date primary key,
  revenue_paise bigint not null,
  orders bigint not null,
  students bigint not null,
  refunded_paise bigint not null default 0
);

create table day_courses (
  day date not null,
  course_id text not null,
  orders bigint not null,
  revenue_paise bigint not null,
  primary key (day, course_id) include (orders, revenue_paise)
);

create table stale_days (
  id bigint generated always as identity primary key,
  day date not null
);
create index stale_days_day on stale_days (day);

create trigger orders_day_change after update of status, paid_at, total_paise on orders for each row when ((old.paid_at is not null) or (new.paid_at is not null)) execute function note_order_day();

create trigger orders_day_gone after delete on orders for each row when (old.paid_at is not null) execute function note_order_day();

create trigger orders_day_new after insert on orders for each row when (new.paid_at is not null) execute function note_order_day();

create trigger refunds_day after insert or delete or update of status, amount_paise, order_id on refunds for each row execute function note_refund_day();

create trigger users_day after insert or delete or update of created_at, deleted_at on users for each row execute function note_user_day();
`

export const down = `
drop trigger orders_day_change on orders;
drop trigger orders_day_gone on orders;
drop trigger orders_day_new on orders;
drop trigger refunds_day on refunds;
drop trigger users_day on users;
drop table stale_days;
drop table day_courses;
drop table day_figures;
drop function note_user_day;
drop function note_refund_day;
drop function note_order_day;
`
