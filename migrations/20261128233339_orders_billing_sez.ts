/** Stores whether a business buyer is a unit or developer in a Special Economic Zone: its tax is IGST, whatever its state. */
export const up = `
alter table orders add column billing_sez boolean not null default false;
`

export const down = `
alter table orders drop column billing_sez;
`
