/** Paid orders of a day by what led to them; made anew with the figures of the day. The days of all orders are made anew once. */
export const up = `
create table day_sources (
  day date not null,
  touch text not null,
  by text not null,
  source text not null default '',
  key text not null,
  orders bigint not null,
  revenue_paise bigint not null,
  refunded_paise bigint not null,
  refunded bigint not null,
  primary key (day, touch, by, source, key)
);
insert into stale_days (day) select day from day_figures where orders > 0;
`

export const down = `
drop table day_sources;
`
