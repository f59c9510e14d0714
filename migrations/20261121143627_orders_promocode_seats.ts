/**
 * Seats of each course that the order's code discounted, if a line has more: those cost the full price. Null: all, or
 * no code.
 */
export const up = `
alter table orders add column promocode_seats integer,
  add constraint orders_promocode_seats check (promocode_seats >= 1);
update orders set promocode_seats = 1 where promocode_one_seat;
alter table orders drop column promocode_one_seat;
`

export const down = `
alter table orders add column promocode_one_seat boolean not null default false;
update orders set promocode_one_seat = true where promocode_seats is not null;
alter table orders drop column promocode_seats;
`
