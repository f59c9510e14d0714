/**
 * The key id that created the order's link: an order paid with test money stays a test order, whatever keys are in
 * force later.
 */
export const up = `
alter table orders add column gateway_key_id text;
`

export const down = `
alter table orders drop column gateway_key_id;
`
