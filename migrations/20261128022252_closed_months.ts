/** Closes months of the books: what is known of one later is booked in the month in which it is found. */
export const up = `
create table closed_months (
  month text primary key check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  closed_at timestamptz not null,
  closed_by text not null,
  sums jsonb not null
);
create index refunds_sent_on on refunds (sent_on) where sent_on is not null;
`

export const down = `
drop index refunds_sent_on;
drop table closed_months;
`
