/**
 * Payments and refunds at the gateway that no order here explains, as after a restore: each is reported once. `reference`
 * is the order that they were made for; null for money of another shop under the same account, which is looked up once.
 * `in_list`: shown among the unmatched events, for no event has named the order.
 */
export const up = `
create table unknown_money (
  entity_id text primary key,
  kind text not null,
  payment_id text not null,
  reference text,
  amount_paise bigint not null,
  in_list boolean not null,
  found_at timestamptz not null,
  constraint unknown_money_kind check (kind in ('payment', 'refund'))
);
create index unknown_money_newest on unknown_money (found_at desc, entity_id) where in_list;
`

export const down = `
drop table unknown_money;
`
