/**
 * Stores the charged amount, the gateway's fee and the GST in it, as reported with the payment; null where it reported none. The
 * index finds the lines of one payout.
 */
export const up = `
alter table order_payments add column charged_paise bigint, add column fee_paise bigint, add column tax_paise bigint;
create index settlement_items_payout on settlement_items (settlement_id);
`

export const down = `
drop index settlement_items_payout;
alter table order_payments drop column charged_paise, drop column fee_paise, drop column tax_paise;
`
