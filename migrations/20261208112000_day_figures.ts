/**
 * What the overview sums, kept by day, so that a year is 366 rows whatever was sold. A trigger only notes that a day has
 * changed: such notes never wait for each other, so sales of one day do not either. Who reads the figures first makes the
 * noted days anew (`overview/day-figures.queries.ts`). The lines of an order are frozen before it is paid and need no note.
 * Beside it: the two orders of the course list that had no index, and names of courses for the search of orders, where
 * deleted ones count too.
 */
export const up = `
create function indian_day(instant timestamptz) returns date language sql immutable strict parallel safe as $$
  select (instant at time zone 'Asia/Kolkata')::date
$$;

create table day_figures (
  day date primary key,
  revenue_paise bigint not null,
  orders bigint not null,
  students bigint not null
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

create function note_order_day() returns trigger language plpgsql as $$
begin
  insert into stale_days (day)
    select distinct indian_day(paid_at) from (values (old.paid_at), (new.paid_at)) as times (paid_at) where paid_at is not null;
  return null;
end
$$;
create trigger orders_day after insert or delete or update of status, paid_at, total_paise on orders
  for each row execute function note_order_day();

create function note_refund_day() returns trigger language plpgsql as $$
begin
  insert into stale_days (day)
    select distinct indian_day(paid_at) from orders
    where order_id in (old.order_id, new.order_id) and paid_at is not null;
  return null;
end
$$;
create trigger refunds_day after insert or delete or update of status, amount_paise, order_id on refunds
  for each row execute function note_refund_day();

create function note_user_day() returns trigger language plpgsql as $$
begin
  insert into stale_days (day)
    select distinct indian_day(created_at) from (values (old.created_at), (new.created_at)) as times (created_at)
    where created_at is not null;
  return null;
end
$$;
create trigger users_day after insert or delete or update of created_at, deleted_at on users
  for each row execute function note_user_day();

insert into stale_days (day)
  select indian_day(paid_at) from orders where paid_at is not null
  union
  select indian_day(created_at) from users;

create index courses_by_offer on courses (lower(offer_text), course_id) where deleted_at is null;
create index courses_by_offer_down on courses (lower(offer_text) desc nulls last, course_id) where deleted_at is null;

do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index courses_any_name_part on courses using gin (name gin_trgm_ops);
  end if;
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;
`

export const down = `
drop index if exists courses_any_name_part;
drop index courses_by_offer_down;
drop index courses_by_offer;
drop trigger users_day on users;
drop function note_user_day();
drop trigger refunds_day on refunds;
drop function note_refund_day();
drop trigger orders_day on orders;
drop function note_order_day();
drop table stale_days;
drop table day_courses;
drop table day_figures;
drop function indian_day(timestamptz);
`
