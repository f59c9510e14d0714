/**
 * Receipts, tax invoices and credit notes.
 * A document's content is frozen in `facts`. Its number comes from a counter that the same transaction increments, so a
 * series has no gaps and no duplicates.
 */
export const up = `
create table document_series (
  series text primary key,
  last_number integer not null,
  constraint document_series_number check (last_number > 0)
);

create table documents (
  document_id text primary key,
  order_id text not null references orders (order_id),
  refund_id text references refunds (refund_id),
  kind text not null,
  series text not null,
  number integer not null,
  serial text not null unique,
  facts jsonb not null,
  issued_at timestamptz not null,
  constraint documents_kind check (kind in ('receipt', 'invoice', 'credit_note', 'refund_receipt')),
  constraint documents_refund check ((refund_id is not null) = (kind in ('credit_note', 'refund_receipt'))),
  constraint documents_serial check ((length(serial) >= 1) and (length(serial) <= 16))
);
create index documents_issued on documents (issued_at, document_id);
create unique index documents_number on documents (series, number);
create unique index documents_one_per_order on documents (order_id) where refund_id is null;
create unique index documents_one_per_refund on documents (refund_id) where refund_id is not null;
create index documents_order on documents (order_id);
`

export const down = `
drop table documents;
drop table document_series;
`
