/** Courses and sum of a refund request. Rows of earlier releases are about the whole order. */
export const up = `
alter table guarantee_requests add column amount_paise bigint, add column course_ids text[];
`

export const down = `
alter table guarantee_requests drop column amount_paise, drop column course_ids;
`
