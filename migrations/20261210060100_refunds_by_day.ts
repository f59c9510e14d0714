// The overview shows what was given back beside what came in.
export const up = `
alter table day_figures add column refunded_paise bigint not null default 0;

insert into stale_days (day)
  select distinct indian_day(o.paid_at) from refunds r join orders o using (order_id) where o.paid_at is not null;
`

export const down = `
alter table day_figures drop column refunded_paise;
`
