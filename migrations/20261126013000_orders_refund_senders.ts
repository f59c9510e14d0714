/**
 * One sender per refund at a time: it claims the row, and the claim of a dead process expires. `sends` counts the
 * claims.
 */
export const up = `
alter table refunds
  add column claimed_until timestamptz,
  add column sends integer not null default 0 check (sends >= 0);
`

export const down = `
alter table refunds drop column claimed_until, drop column sends;
`
