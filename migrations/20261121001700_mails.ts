/** Jobs that have sent their email, so that a retry sends none; the row is claimed during the job. */
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
