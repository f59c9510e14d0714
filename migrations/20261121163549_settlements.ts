/**
 * A month of the gateway's settlement list: each payment, refund and adjustment with its fee and tax, by the settlement
 * that paid it to the bank. A month is fetched and replaced as a whole.
 */
export const up = `
create table settlement_months (
  month text primary key,
  read_at timestamptz not null,
  unread integer not null,
  constraint settlement_months_month check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
create table settlement_items (
  month text not null references settlement_months (month),
  entity_id text not null,
  kind text not null,
  settlement_id text not null,
  utr text,
  amount_paise bigint not null,
  fee_paise bigint not null,
  tax_paise bigint not null,
  credit_paise bigint not null,
  debit_paise bigint not null,
  payment_id text,
  method text,
  settled_at timestamptz,
  primary key (month, entity_id, kind)
);
create index settlement_items_entity on settlement_items (entity_id);
`

export const down = `
drop table settlement_items;
drop table settlement_months;
`
