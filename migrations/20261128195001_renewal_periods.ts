/** A renewal gives its period, and not a day that was counted from another order: without that order it begins on its own day. */
export const up = `
update enrolments e set access_period = l.access_period, given_until = null
from renewals r join order_lines l on l.order_id = r.order_id and l.course_id = r.course_id
where e.order_id = r.order_id and e.course_id = r.course_id and e.given_until is not null and l.access_period is not null;
`

export const down = 'select 1;'
