/**
 * An order is written twice before it is paid, and each writing changes all of its indexes: without the one of its id's parts, which cost a
 * third of that, and those that are of paid orders alone. A number is found by its end.
 */
export const up = `
drop index orders_number_part;
drop index orders_paid;
create index orders_number_end on orders (reverse(order_no) text_pattern_ops);
create index orders_id_end on orders (reverse(order_id) text_pattern_ops);
drop index orders_gateway_order;
create index orders_gateway_order on orders (gateway_order_id) where gateway_order_id is not null;
drop index orders_payment;
create index orders_payment on orders (payment_id) where payment_id is not null;
`

export const down = `
drop index orders_payment;
create index orders_payment on orders (payment_id);
drop index orders_gateway_order;
create index orders_gateway_order on orders (gateway_order_id);
drop index orders_id_end;
drop index orders_number_end;
create index orders_paid on orders (paid_at) where paid_at is not null;
create index orders_number_part on orders using gin (order_id gin_trgm_ops);
`
