/** Orders are searched by the promo code they were made with too: one way without an index makes the search read all of them. */
export const up = `
create index orders_by_promocode on orders (promocode) where promocode is not null;
`

export const down = `
drop index orders_by_promocode;
`
