/**
 * The schedule of a course: a time to publish it, one to unlist it or end its sale, and a discount. Checkout uses the
 * clock; pages show `state` and `sale_shown`, which a job updates at those times.
 */
export const up = `
alter table courses
  add column publish_at timestamptz,
  add column withdraw_at timestamptz,
  add column withdraw_to text,
  add column sale_price_paise bigint,
  add column sale_from timestamptz,
  add column sale_until timestamptz,
  add column sale_shown boolean not null default false,
  add constraint courses_withdraw check (
    (withdraw_at is null) = (withdraw_to is null) and (withdraw_to is null or withdraw_to in ('unlisted', 'archived'))),
  add constraint courses_withdraw_later check (withdraw_at > publish_at),
  add constraint courses_sale check (
    num_nulls(sale_price_paise, sale_from, sale_until) in (0, 3) and (sale_price_paise is not null or not sale_shown)),
  add constraint courses_sale_below check (sale_price_paise > 0 and sale_price_paise < price_paise),
  add constraint courses_sale_ends check (sale_until > sale_from);
create index courses_planned on courses (course_id)
  where deleted_at is null and (publish_at is not null or withdraw_at is not null or sale_price_paise is not null);
drop index courses_price;
create index courses_price on courses ((case when sale_shown then sale_price_paise else price_paise end), course_id)
  where deleted_at is null;
`

export const down = `
drop index courses_planned;
drop index courses_price;
alter table courses
  drop constraint courses_withdraw, drop constraint courses_withdraw_later, drop constraint courses_sale,
  drop constraint courses_sale_below, drop constraint courses_sale_ends,
  drop column publish_at, drop column withdraw_at, drop column withdraw_to,
  drop column sale_price_paise, drop column sale_from, drop column sale_until, drop column sale_shown;
create index courses_price on courses (price_paise, course_id) where deleted_at is null;
`
