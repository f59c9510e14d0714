/**
 * The address of an account that nobody had proven when a payment was booked for it: what was bought waits until the account has proven that
 * address. Null once it was given, and where it was given at once.
 */
export const up = `
alter table outside_payments add column held_for text;
create index outside_payments_held on outside_payments (held_for) where held_for is not null;
`

export const down = `
alter table outside_payments drop column held_for;
`
