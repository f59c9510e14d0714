/**
 * How a refund went back: by the gateway, by the owner's bank transfer, or with a lost dispute. The last two are booked when they are known
 * as done, so they have a reference, which books each of an order's once, and no refund at the gateway.
 */
export const up = `
alter table refunds
  add column channel text not null default 'gateway',
  add column reference text,
  add column sent_on date,
  add constraint refunds_channel check (channel in ('gateway', 'bank', 'dispute')),
  add constraint refunds_outside check (
    (channel <> 'gateway') = (reference is not null)
    and (channel = 'gateway' or (status = 'processed' and sent_on is not null and gateway_refund_id is null))
  );
create unique index refunds_reference on refunds (order_id, channel, reference) where reference is not null;
`

export const down = `
drop index refunds_reference;
alter table refunds
  drop constraint refunds_outside,
  drop constraint refunds_channel,
  drop column sent_on,
  drop column reference,
  drop column channel;
`
