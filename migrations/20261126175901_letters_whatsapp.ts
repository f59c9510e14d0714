/**
 * Stores a report of Meta about a message: the code of a refusal, the price that counted, and a person who gets no more for a day. The attempt
 * is part of the key in each report, so that a late report of an earlier attempt changes nothing.
 */
export const up = `
alter table letter_recipients add column attempt integer not null default 0, add column code integer, add column limited_at timestamptz,
  add column billable boolean, add column price_category text;
`

export const down = `
alter table letter_recipients drop column attempt, drop column code, drop column limited_at, drop column billable,
  drop column price_category;
`
