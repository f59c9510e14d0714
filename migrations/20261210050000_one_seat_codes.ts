/** Whether the promo code of an order discounted one seat of a course alone: what a further seat was worth follows from it. */
export const up = `
alter table orders add column promocode_one_seat boolean not null default false;
`

export const down = `
alter table orders drop column promocode_one_seat;
`
