/** The id of the key that made the order's link: what is paid with test money stays test money, whatever keys are in force later. */
export const up = `
alter table orders add column gateway_key_id text;
`

export const down = `
alter table orders drop column gateway_key_id;
`
