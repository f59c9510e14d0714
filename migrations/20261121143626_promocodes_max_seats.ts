/**
 * Seats of each course that one use of a limited code, or of a 100 % code, discounts; null = one. The bin has it too.
 */
export const up = `
alter table promocodes add column max_seats integer,
  add constraint promocodes_max_seats check (max_seats >= 1);
alter table deleted_promocodes add column max_seats integer,
  add constraint deleted_promocodes_max_seats check (max_seats >= 1);
`

export const down = `
alter table promocodes drop column max_seats;
alter table deleted_promocodes drop column max_seats;
`
