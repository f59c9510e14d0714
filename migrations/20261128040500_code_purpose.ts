/** Codes by email have a purpose: one that logs in does nothing elsewhere, and floods of one kind leave the others alone. */
export const up = `
alter table login_codes add column purpose text not null default 'login';
`

export const down = `
alter table login_codes drop column purpose;
`
