/** The trace of the click that made an order, while traces are on: what settles it hours later goes on with that one. */
export const up = `
alter table orders add column traceparent text check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');
`

export const down = `
alter table orders drop column traceparent;
`
