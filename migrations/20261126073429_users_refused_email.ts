/** Marks an address that refused our email for good, with the mail server's words. Another address has no mark. */
export const up = `
alter table users add column email_refused_at timestamptz, add column email_refusal text;
`

export const down = `
alter table users drop column email_refused_at, drop column email_refusal;
`
