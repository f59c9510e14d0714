/** `max_discount_paise` bounds what the percent of a promo code take off an order; a code of rupees has none. */
export const up = `
alter table promocodes
  add column max_discount_paise bigint,
  add constraint promocodes_max_discount check (max_discount_paise is null or (max_discount_paise >= 1 and amount_paise is null));

alter table deleted_promocodes add column max_discount_paise bigint;
`

export const down = `
alter table deleted_promocodes drop column max_discount_paise;
alter table promocodes drop column max_discount_paise;
`
