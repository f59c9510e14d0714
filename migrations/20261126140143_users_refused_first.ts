/** Finds the addresses that lately refused our email. */
export const up = `
create index users_refused on users (email_refused_at) where email_refused_at is not null;
`

export const down = `
drop index users_refused;
`
