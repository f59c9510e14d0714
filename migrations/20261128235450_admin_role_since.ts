/** Rights that an admin gave to programs end with the role: a key older than the present role stays ended when the admin has the role again. */
export const up = `
alter table admins add column role_since timestamptz;
`

export const down = `
alter table admins drop column role_since;
`
