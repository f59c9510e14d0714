/**
 * Promo codes with a start, limits, a pause, and codes that are not listed. An order names its code by id, which a deleted
 * code keeps, so that uses are counted from the orders themselves.
 */
const columns = (table: string) => `
alter table ${table}
  add column start_date text,
  add column starts_at timestamptz,
  add column max_uses integer constraint ${table}_max_uses check (max_uses >= 1),
  add column max_uses_per_buyer integer constraint ${table}_max_uses_per_buyer check (max_uses_per_buyer >= 1),
  add column paused boolean not null default false,
  add column listed boolean not null default true;
`
export const up = `
${columns('promocodes')}
${columns('deleted_promocodes')}
alter table orders add column promocode_id bigint;
update orders set promocode_id = promocodes.id from promocodes where promocodes.promocode = orders.promocode;
create index orders_promocode on orders (promocode_id, status) where promocode_id is not null;
`

const without = (table: string) => `
alter table ${table} drop column listed, drop column paused, drop column max_uses_per_buyer, drop column max_uses,
  drop column starts_at, drop column start_date;
`
export const down = `
drop index orders_promocode;
alter table orders drop column promocode_id;
${without('deleted_promocodes')}
${without('promocodes')}
`
