/** Stores the values of a refusal, so that a repeated request for the upload answers in the student's language. */
export const up = `
alter table media_uploads add column refused_data jsonb;
`

export const down = `
alter table media_uploads drop column refused_data;
`
