/** A restore by an earlier version names the version that knows a step; null for steps applied before this one. */
export const up = `
alter table migrations add column version text;
`

export const down = `
alter table migrations drop column version;
`
