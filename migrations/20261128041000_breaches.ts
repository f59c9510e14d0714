/** Stores breaches of personal data, what authorities were sent, which people were emailed, and processors that the owner names. */
export const up = `
create table breaches (
  breach_id text primary key,
  known_at timestamptz not null,
  facts jsonb not null,
  people jsonb not null,
  begun_at timestamptz,
  touched integer,
  warned text[] not null default '{}',
  created_by text not null,
  created_at timestamptz not null
);
create index breaches_created on breaches (created_at);
create table breach_reports (
  report_id bigint generated always as identity primary key,
  breach_id text not null references breaches (breach_id) on delete cascade,
  sent_to text not null check (sent_to in ('cert_in', 'board')),
  is_full boolean not null,
  words text not null,
  sent_at timestamptz not null,
  noted_by text not null,
  noted_at timestamptz not null
);
create index breach_reports_of on breach_reports (breach_id);
create table breach_people (
  person_id bigint generated always as identity primary key,
  breach_id text not null references breaches (breach_id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  email text,
  state text not null check (state in ('listed', 'waiting', 'sent', 'refused')),
  queued boolean not null default false,
  sent_at timestamptz,
  unique (breach_id, user_id),
  unique (breach_id, email)
);
create index breach_people_unqueued on breach_people (breach_id, person_id) where state = 'waiting' and not queued;
create index breach_people_user on breach_people (user_id);
create index breach_people_email on breach_people (email);
create table processors (
  processor_id bigint generated always as identity primary key,
  name text not null,
  purpose text not null,
  country text not null,
  contract_on date,
  note text,
  created_at timestamptz not null
);
`

export const down = `
drop table processors;
drop table breach_people;
drop table breach_reports;
drop table breaches;
`
