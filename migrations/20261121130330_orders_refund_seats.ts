/**
 * What a refund gives back: `lines` has the paise, and the seats where some were picked, for each line of the invoice in its order; null
 * where the gateway alone knows of it. `refund_seats` are the seats that were picked; seat 0 is the buyer's own.
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
