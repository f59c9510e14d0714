/**
 * Conditions that an order was priced by: the price of a course alone where an offer or a bundle changed it, the offer's words and the courses that
 * it needs (null: any), and the minimum of the promo code. Orders from before have none.
 */
export const up = `
alter table order_lines
  add column list_price_paise bigint,
  add column offer_headline text,
  add column offer_with text[];
alter table orders add column promocode_minimum_paise bigint;
`

export const down = `
alter table orders drop column promocode_minimum_paise;
alter table order_lines drop column list_price_paise, drop column offer_headline, drop column offer_with;
`
