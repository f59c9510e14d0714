/** A course may be kept off the shelf while it is written: a draft is in no list, has no page and cannot be bought. */
export const up = `
alter table courses add column published boolean not null default true;
`

export const down = `
alter table courses drop column published;
`
