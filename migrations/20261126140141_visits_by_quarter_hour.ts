/**
 * Page views of a day by quarter of an hour, from midnight in India: `[1]` is 00:00 to 00:15. A quarter without views is
 * null or beyond the end; the whole array is null on days before this column.
 */
export const up = `
alter table page_views add column quarters integer[];
`

export const down = `
alter table page_views drop column quarters;
`
