/**
 * The parts of a refund: `lines` has the paise, and the chosen seats if any, for each invoice line in order; null if
 * only the gateway knows. `refund_seats` lists the chosen seats; seat 0 is the buyer's own.
 */
export const up = `
alter table refunds add column lines jsonb;
create table refund_seats (
  refund_id text not null references refunds (refund_id),
  course_id text not null references courses (course_id),
  seat integer not null,
  primary key (refund_id, course_id, seat),
  constraint refund_seats_seat check (seat >= 0)
);
create index refund_seats_course on refund_seats (course_id);
`

export const down = `
drop table refund_seats;
alter table refunds drop column lines;
`
