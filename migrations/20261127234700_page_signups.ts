/**
 * Stores wishes for news of the sign-up block until the link of an email confirms them, 7 days at most.
 */
export const up = `
create table page_signups (
  email text primary key,
  name text not null,
  language text not null,
  token_hash text not null unique,
  created_at timestamptz not null
);
create index page_signups_created_at on page_signups (created_at);
`

export const down = `
drop table page_signups;
`
