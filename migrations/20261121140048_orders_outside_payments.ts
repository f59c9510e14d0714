/**
 * Offline payments: in cash, by transfer or by UPI to the owner. The order's `payment_id` begins with `outside_`, so
 * the gateway is never polled about it. A transfer's reference is recorded once.
 */
export const up = `
create table outside_payments (
  order_id text primary key references orders (order_id),
  method text not null,
  reference text not null,
  received_on date not null,
  admin_id bigint not null references admins (id),
  created_at timestamptz not null,
  constraint outside_payments_method check (method in ('cash', 'bank_transfer', 'upi'))
);
create index outside_payments_admin on outside_payments (admin_id);
create unique index outside_payments_once on outside_payments (method, reference) where method <> 'cash';
`

export const down = `
drop table outside_payments;
`
