/** A lost dispute that is won later is reversed, so its row may have failed; the same dispute may be lost once more. */
export const up = `
alter table refunds
  drop constraint refunds_outside,
  add constraint refunds_outside check (
    (channel <> 'gateway') = (reference is not null)
    and (channel = 'gateway' or (sent_on is not null and gateway_refund_id is null
      and (status = 'processed' or (channel = 'dispute' and status = 'failed'))))
  );
drop index refunds_reference;
create unique index refunds_reference on refunds (order_id, channel, reference) where reference is not null and status <> 'failed';
`

export const down = `
drop index refunds_reference;
delete from refund_seats where refund_id in (select refund_id from refunds where channel <> 'gateway' and status = 'failed');
delete from refunds where channel <> 'gateway' and status = 'failed';
alter table refunds
  drop constraint refunds_outside,
  add constraint refunds_outside check (
    (channel <> 'gateway') = (reference is not null)
    and (channel = 'gateway' or (status = 'processed' and sent_on is not null and gateway_refund_id is null))
  );
create unique index refunds_reference on refunds (order_id, channel, reference) where reference is not null;
`
