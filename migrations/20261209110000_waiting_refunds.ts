// An order whose refund does not arrive stands on the owner's desk as well.
export const up = `
alter table orders
  drop constraint orders_attention,
  add constraint orders_attention check (attention in ('review', 'stuck', 'refund_failed', 'refund_waiting'));
`

export const down = `
update orders set attention = null, attention_since = null where attention = 'refund_waiting';
alter table orders
  drop constraint orders_attention,
  add constraint orders_attention check (attention in ('review', 'stuck', 'refund_failed'));
`
