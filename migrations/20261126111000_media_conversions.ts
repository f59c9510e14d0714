/** Counts the tries to make an MP4 of an upload that no browser plays; null for every other upload. */
export const up = `
alter table media_uploads add column convert_tries smallint;
`

export const down = `
alter table media_uploads drop column convert_tries;
`
