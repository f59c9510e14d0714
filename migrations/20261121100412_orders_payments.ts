/**
 * Payments that the gateway lists for an order, each attempt and each capture: the owed refund is derived from them.
 * The order's lock, not an index, ensures a single automatic refund at a time: a partial refund by hand may fail later.
 */
export const up = `
create table order_payments (
  payment_id text primary key,
  order_id text not null references orders (order_id),
  amount_paise bigint not null,
  currency text not null,
  status text not null,
  captured boolean not null,
  method text,
  created_at timestamptz,
  constraint order_payments_amount check (amount_paise >= 0),
  constraint order_payments_status check (status in ('created', 'authorized', 'captured', 'refunded', 'failed'))
);
create index order_payments_order on order_payments (order_id);
insert into order_payments (payment_id, order_id, amount_paise, currency, status, captured, created_at)
  select payment_id, order_id, coalesce(captured_paise, total_paise), 'INR', 'captured', true, paid_at
  from orders where payment_id is not null on conflict do nothing;
drop index refunds_one_per_duplicate;
alter table refunds rename column tries to polls;
`

export const down = `
alter table refunds rename column polls to tries;
create unique index refunds_one_per_duplicate on refunds (payment_id) where (origin = 'duplicate_payment') and (status <> 'failed');
drop table order_payments;
`
