/**
 * Receipts, tax invoices and credit notes. What a document says is frozen in `facts`; its number comes from a counter that
 * is raised in the transaction that makes it, so that a series has no gap and no number twice. The tax settings are dated:
 * each row holds from its day on. What a buyer says of himself for an invoice stands with the order, whose `tax_paise` is
 * what prices without tax had added; in prices that hold it, it is 0.
 */
export const up = `
create table tax_settings (
  id bigint generated always as identity primary key,
  valid_from date not null,
  enabled boolean not null,
  legal_name text not null,
  address text not null,
  state_code text not null,
  gstin text not null,
  sac text not null,
  rate_basis_points integer not null constraint tax_settings_rate check (
    rate_basis_points between 0 and 5000 and rate_basis_points % 2 = 0
  ),
  prices text not null constraint tax_settings_prices check (prices in ('inclusive', 'exclusive')),
  created_at timestamptz not null default now()
);
create index tax_settings_in_force on tax_settings (valid_from desc, id desc);

alter table orders
  add column billing_state text,
  add column billing_gstin text,
  add column billing_name text,
  add column billing_address text,
  add column tax_settings_id bigint references tax_settings (id),
  add column tax_paise bigint not null default 0 constraint orders_tax check (tax_paise >= 0),
  drop constraint orders_total,
  add constraint orders_total check (
    total_paise = subtotal_paise - discount_paise + tax_paise + minimum_charge_paise
  );
create index orders_tax_settings on orders (tax_settings_id) where tax_settings_id is not null;

create table document_series (
  series text primary key,
  last_number integer not null constraint document_series_number check (last_number > 0)
);

create table documents (
  document_id text primary key,
  order_id text not null references orders (order_id),
  refund_id text references refunds (refund_id),
  kind text not null constraint documents_kind check (kind in ('receipt', 'invoice', 'credit_note', 'refund_receipt')),
  series text not null,
  number integer not null,
  serial text not null unique constraint documents_serial check (length(serial) between 1 and 16),
  facts jsonb not null,
  issued_at timestamptz not null,
  constraint documents_refund check ((refund_id is not null) = (kind in ('credit_note', 'refund_receipt')))
);
create unique index documents_number on documents (series, number);
create unique index documents_one_per_order on documents (order_id) where refund_id is null;
create unique index documents_one_per_refund on documents (refund_id) where refund_id is not null;
create index documents_order on documents (order_id);
create index documents_issued on documents (issued_at, document_id);
`

export const down = `
drop table documents;
drop table document_series;
alter table orders
  drop constraint orders_total,
  drop column billing_state,
  drop column billing_gstin,
  drop column billing_name,
  drop column billing_address,
  drop column tax_settings_id,
  drop column tax_paise;
alter table orders add constraint orders_total check (
  total_paise = subtotal_paise - discount_paise + minimum_charge_paise
);
drop table tax_settings;
`
