/** Which job has handed over its mail, so that a job that runs again sends nothing; taken while it is under way. */
export const up = `
create table mails_sent (
  job_id text primary key,
  taken_until timestamptz not null,
  sent_at timestamptz
);
create index mails_sent_taken on mails_sent (taken_until);
`

export const down = `
drop table mails_sent;
`
