// What the owner's health card reads: when a job, such as the reconciler, last ended a round.
export const up = `
create table job_rounds (
  name text primary key,
  ended_at timestamptz not null
);
`

export const down = `
drop table job_rounds;
`
