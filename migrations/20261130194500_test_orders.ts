/**
 * Orders of practice money are known by a column, and the shop says by a setting (`payments.test`) that it takes no other. Of the orders from
 * before, those of a link that a test key made are marked, and those of nothing to pay where every paid order has a test key: what is not known
 * for sure stays real.
 */
export const up = `
alter table orders add column test boolean not null default false;
update orders set test = true where gateway_key_id like 'rzp\\\\_test\\\\_%';
update orders set test = true
  where gateway_key_id is null and total_paise = 0 and not exists (select from outside_payments x where x.order_id = orders.order_id)
    and exists (select from orders t where t.test)
    and not exists (select from orders r where not r.test and r.total_paise > 0 and r.paid_at is not null);
create index orders_test on orders (order_id) where test;
`

export const down = `
drop index orders_test;
alter table orders drop column test;
`
