/** Stores who waits for a course that is coming soon: an address, once per course, that counts after the link of an email. */
export const up = `
create table course_interest (
  interest_id bigint generated always as identity primary key,
  course_id text not null references courses on delete cascade,
  email text not null,
  name text not null default '',
  language text not null,
  notice smallint not null,
  token_hash text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  notified_at timestamptz,
  expires_at timestamptz not null,
  unique (course_id, email)
);
create unique index course_interest_token on course_interest (token_hash);
create index course_interest_email on course_interest (email);
create index course_interest_expires on course_interest (expires_at);
`

export const down = `
drop table course_interest;
`
