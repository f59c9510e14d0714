// Refunds of a second payment were taken off the revenue of the first: the figures of those days are made anew.
export const up = `
insert into stale_days (day)
  select distinct indian_day(o.paid_at) from orders o
  where o.paid_at is not null and (o.captured_paise <> o.total_paise or exists (
    select from refunds r where r.order_id = o.order_id and r.payment_id <> o.payment_id));
`

export const down = `select 1;
`
