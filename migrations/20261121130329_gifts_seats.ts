/**
 * The seat of a gift code in its course; the buyer's own is 0. A code that is resent retains its seat, and so its
 * price.
 */
export const up = `
alter table gift_codes add column seat integer not null default 1, add constraint gift_codes_seat check (seat >= 1);
update gift_codes g set seat = numbered.seat
from (select code, row_number() over (partition by order_id, course_id order by code) as seat from gift_codes) numbered
where numbered.code = g.code;
`

export const down = `
alter table gift_codes drop column seat;
`
