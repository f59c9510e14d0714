/** Orders whose agreed sum holds its tax, and the sum that a letter about a renewal named. */
export const up = `
alter table orders add column holds_tax boolean not null default false;
alter table renewal_letters add column total_paise bigint check (total_paise >= 0);
`

export const down = `
alter table renewal_letters drop column total_paise;
alter table orders drop column holds_tax;
`
