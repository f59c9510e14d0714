/**
 * Discounts of features beside credit and promo code: those of an order (kind, label, count and paise of each; null without any), and the paise
 * that they take off each line. Both are within `discount_paise`.
 */
export const up = `
alter table orders add column reductions jsonb;
alter table order_lines add column reduction_paise bigint not null default 0;
`

export const down = `
alter table order_lines drop column reduction_paise;
alter table orders drop column reductions;
`
