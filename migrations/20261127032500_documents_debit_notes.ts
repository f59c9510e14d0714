/**
 * Debit notes: `reverses` names the credit note or refund receipt whose money did not leave after all, or returned. Each note is reversed
 * once. A refund may be processed again after it failed, so it may have several notes; the lock of its order prevents duplicates.
 */
export const up = `
alter table documents
  add column reverses text references documents (document_id),
  drop constraint documents_kind,
  add constraint documents_kind
    check (kind in ('receipt', 'invoice', 'bill_of_supply', 'credit_note', 'refund_receipt', 'debit_note')),
  add constraint documents_reverses check (
    (reverses is not null) = (kind = 'debit_note') and (reverses is null or (refund_id is null and corrects is null))
  );
drop index documents_one_per_order;
create unique index documents_one_per_order on documents (order_id)
  where refund_id is null and corrects is null and reverses is null;
create unique index documents_reversed_once on documents (reverses) where reverses is not null;
drop index documents_one_per_refund;
create index documents_of_refund on documents (refund_id) where refund_id is not null;
`

export const down = `
drop index documents_of_refund;
create unique index documents_one_per_refund on documents (refund_id) where refund_id is not null;
drop index documents_reversed_once;
drop index documents_one_per_order;
create unique index documents_one_per_order on documents (order_id) where refund_id is null and corrects is null;
alter table documents
  drop constraint documents_reverses,
  drop constraint documents_kind,
  add constraint documents_kind
    check (kind in ('receipt', 'invoice', 'bill_of_supply', 'credit_note', 'refund_receipt')),
  drop column reverses;
`
