/**
 * What the gateway refuses for good: our keys, or every payment link that is asked for (a blocked account, an amount above its maximum).
 * A row is there while it does.
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
