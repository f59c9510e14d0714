/** Stores what features add to a course, by the name of the field; absent ones are null. */
export const up = `
alter table courses add column extras jsonb not null default '{}';
`

export const down = `
alter table courses drop column extras;
`
