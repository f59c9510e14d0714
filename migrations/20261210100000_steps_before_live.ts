// Entries of the list 'Before you go live' that the owner has settled by hand. Beside `changes`, which pages carry: this is the owner's own.
export const up = `
alter table shop_settings add column settled_steps text[] not null default '{}';
`

export const down = `
alter table shop_settings drop column settled_steps;
`
