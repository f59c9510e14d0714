/**
 * Offers at checkout: one course at a lower price beside some courses, or any. A deleted one stays, for the orders that took it.
 * An order's line of an offer has its price frozen, and says which offer it was.
 */
export const up = `
create table offers (
  offer_id bigint generated always as identity primary key,
  course_id text not null references courses (course_id) on delete cascade,
  price_paise bigint not null,
  headline text not null,
  body text,
  with_courses text[],
  from_date text,
  starts_at timestamptz,
  until_date text,
  ends_at timestamptz,
  active boolean not null,
  shown bigint not null default 0,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint offers_price check (price_paise > 0),
  constraint offers_with check (cardinality(with_courses) > 0)
);
create index offers_course on offers (course_id);
create index offers_newest on offers (created_at desc, offer_id desc) where deleted_at is null;

alter table order_lines add column offer_id bigint references offers (offer_id);
create index order_lines_offer on order_lines (offer_id) where offer_id is not null;
`

export const down = `
alter table order_lines drop column offer_id;
drop table offers;
`
