/** Stores town and PIN of a business buyer, which its e-invoice needs. */
export const up = `
alter table orders add column billing_place text;
alter table orders add column billing_pin text;
`

export const down = `
alter table orders drop column billing_pin;
alter table orders drop column billing_place;
`
