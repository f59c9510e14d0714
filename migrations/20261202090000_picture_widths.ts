/**
 * Pictures are kept in several widths, as AVIF and WebP, beside the original under its id. `widths` are those that have
 * been made; their names follow from the picture's own.
 */
export const up = `
alter table media add column widths integer[] not null default '{}';
`

export const down = `
alter table media drop column widths;
`
