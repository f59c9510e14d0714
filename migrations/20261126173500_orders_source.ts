/** First and last touch of an order, as the store knew them when it was made; null of orders from before, and without a link. */
export const up = `
alter table orders add column source jsonb;
`

export const down = `
alter table orders drop column source;
`
