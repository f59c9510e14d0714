/**
 * The channel of a refund: the gateway, the owner's bank transfer, or a lost dispute. The last two are recorded when
 * done, so they have a reference, unique in the order, and no gateway refund.
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
