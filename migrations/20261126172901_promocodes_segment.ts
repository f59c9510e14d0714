/**
 * The segment whose students alone may use a code; null = everyone. A copy of its rules, so that a deleted segment opens no code.
 */
export const up = `
alter table promocodes add column segment jsonb;
alter table deleted_promocodes add column segment jsonb;
`

export const down = `
alter table promocodes drop column segment;
alter table deleted_promocodes drop column segment;
`
