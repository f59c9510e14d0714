/** Stores requests of people about their own data, and who may make one in their place. An erased person leaves the dates. */
export const up = `
create table privacy_requests (
  request_id bigint generated always as identity primary key,
  year integer not null,
  number integer not null,
  kind text not null check (kind in ('access', 'correction', 'erasure', 'grievance', 'nomination')),
  status text not null check (status in ('open', 'hidden', 'done', 'refused', 'taken_back', 'ended')),
  user_id bigint references users (id),
  email text,
  name text,
  language text not null default 'en',
  nominee_of text,
  note text,
  new_name text,
  answer text,
  answered_by text,
  answered_at timestamptz,
  created_at timestamptz not null,
  due_on date not null,
  law_due_on date,
  erase_at timestamptz,
  back_hash text unique,
  file_hash text unique,
  file_ends_at timestamptz,
  unique (year, number)
);
create index privacy_requests_user on privacy_requests (user_id);
create index privacy_requests_email on privacy_requests (email);
create index privacy_requests_nominee_of on privacy_requests (nominee_of) where nominee_of is not null;
create index privacy_requests_created on privacy_requests (created_at);
create index privacy_requests_open on privacy_requests (due_on) where status = 'open';
create index privacy_requests_hidden on privacy_requests (erase_at) where status = 'hidden';

create table privacy_nominees (
  user_id bigint primary key references users (id) on delete cascade,
  name text not null,
  email text not null,
  relation text not null,
  named_at timestamptz not null
);
create index privacy_nominees_email on privacy_nominees (email);
`

export const down = `
drop table privacy_nominees;
drop table privacy_requests;
`
