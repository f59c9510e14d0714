/**
 * Whether a table of a student's work holds formulas: its marker reads a warning. Only files that are sent from now on are looked at, so
 * those of before have none.
 */
export const up = `
alter table hand_in_files add column holds_formulas boolean not null default false;
`

export const down = `
alter table hand_in_files drop column holds_formulas;
`
