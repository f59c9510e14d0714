/** Stores the result of a job's last round: the version of the newest release. */
export const up = `
alter table job_rounds add column result text;
`

export const down = `
alter table job_rounds drop column result;
`
