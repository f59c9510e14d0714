/** Marks submitted tables with formulas, which warn the marker. Only new files are checked; earlier ones stay false. */
export const up = `
alter table hand_in_files add column holds_formulas boolean not null default false;
`

export const down = `
alter table hand_in_files drop column holds_formulas;
`
