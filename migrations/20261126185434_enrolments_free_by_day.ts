/** Counts the free courses of a time by their days alone. */
export const up = `
create index enrolments_free_by_day on enrolments (granted_at) where free;
`

export const down = `
drop index enrolments_free_by_day;
`
