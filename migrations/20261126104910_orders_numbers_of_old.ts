/** Numbers the orders of before, the oldest first. */
export const up = `
update orders set order_no = order_number(orders.created_at, counted.number)
from (select order_id, row_number() over (order by created_at, order_id) as number from orders where order_no is null) counted
where counted.order_id = orders.order_id;

alter table orders alter column order_no set not null;
create unique index orders_order_no on orders (order_no);
`

export const down = `
drop index orders_order_no;
alter table orders alter column order_no drop not null;
`
