/** The legal disclaimer that a buyer saw: each text once, found by its hash. */
export const up = `
create table disclaimers (
  disclaimer_id bigint generated always as identity primary key,
  hash text not null unique,
  text text not null,
  created_at timestamptz not null
);

alter table orders add column disclaimer_id bigint references disclaimers (disclaimer_id);
create index orders_of_disclaimer on orders (disclaimer_id) where disclaimer_id is not null;
`

export const down = `
alter table orders drop column disclaimer_id;
drop table disclaimers;
`
