/**
 * The gateway's order behind the pay page, beside the one behind the link (`gateway_order_id`): both can receive money
 * for one order, so both are polled.
 */
export const up = `
alter table orders add column page_order_id text;
create unique index orders_page_order on orders (page_order_id) where page_order_id is not null;
`

export const down = `
drop index orders_page_order;
alter table orders drop column page_order_id;
`
