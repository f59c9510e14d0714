/**
 * An invoice reissued with its recipient's GSTIN: `corrects` names the first one, in the new invoice and in the credit
 * note that cancels the first. No money moves, so neither has a refund; it happens once.
 */
export const up = `
alter table documents
  add column corrects text references documents (document_id),
  drop constraint documents_refund,
  add constraint documents_refund check (
    (refund_id is not null or (corrects is not null and kind = 'credit_note')) = (kind in ('credit_note', 'refund_receipt'))
  ),
  add constraint documents_corrects check (corrects is null or refund_id is null);
drop index documents_one_per_order;
create unique index documents_one_per_order on documents (order_id) where refund_id is null and corrects is null;
create unique index documents_corrected_once on documents (corrects, kind) where corrects is not null;
`

export const down = `
drop index documents_corrected_once;
drop index documents_one_per_order;
create unique index documents_one_per_order on documents (order_id) where refund_id is null;
alter table documents
  drop constraint documents_corrects,
  drop constraint documents_refund,
  add constraint documents_refund check ((refund_id is not null) = (kind in ('credit_note', 'refund_receipt'))),
  drop column corrects;
`
