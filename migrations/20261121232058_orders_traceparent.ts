/**
 * The trace of the request that created an order, while tracing is on: its settlement hours later continues that trace.
 */
export const up = `
alter table orders add column traceparent text check (traceparent ~ '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');
`

export const down = `
alter table orders drop column traceparent;
`
