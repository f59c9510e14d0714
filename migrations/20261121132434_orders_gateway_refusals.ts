/**
 * Permanent refusals of the gateway: the keys, or every payment link (a blocked account, an amount above its maximum).
 * A row exists while one lasts.
 */
export const up = `
create table gateway_refusals (
  kind text primary key,
  since timestamptz not null,
  last_at timestamptz not null,
  reason text not null,
  constraint gateway_refusals_kind check (kind in ('keys', 'links'))
);
`

export const down = `
drop table gateway_refusals;
`
