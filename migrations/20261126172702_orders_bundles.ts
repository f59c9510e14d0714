/**
 * A bundle is sold as one line for each of its courses. `owned`: the buyer's own seat of it is credited, for they have the course, or it
 * is in another line; `credit_paise` is the part of the discount that is such a credit.
 */
export const up = `
alter table order_lines
  add column bundle_id text references courses (course_id),
  add column bundle_name text,
  add column bundle_banner text,
  add column owned boolean not null default false,
  add column credit_paise bigint not null default 0,
  add constraint order_lines_bundle check ((bundle_id is null) = (bundle_name is null)),
  add constraint order_lines_credit check (credit_paise between 0 and discount_paise);
create index order_lines_bundle_id on order_lines (bundle_id);
alter table orders
  add column credit_paise bigint not null default 0,
  add constraint orders_credit check (credit_paise between 0 and discount_paise);
`

export const down = `
alter table orders drop column credit_paise;
alter table order_lines
  drop column credit_paise,
  drop column owned,
  drop column bundle_banner,
  drop column bundle_name,
  drop column bundle_id;
`
