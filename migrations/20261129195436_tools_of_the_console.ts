/** The tools that an owner put into the menu of the console, and the admins who want to see every one. */
export const up = `
alter table shop_settings add column tools text[] default '{}'::text[] not null;
alter table admins add column show_all boolean default false not null;
`

export const down = `
alter table admins drop column show_all;
alter table shop_settings drop column tools;
`
