/**
 * Stores who answered that they are 18 or older, or when they turn 18, and the parent who is to consent. `until` is the first moment after the
 * month of the 18th birthday; an adult has none.
 */
export const up = `
create table ages (
  user_id bigint primary key references users (id) on delete cascade,
  answered_at timestamptz not null,
  turns_18 text,
  until timestamptz,
  parent_name text,
  parent_email text,
  ask_hash text,
  asked_at timestamptz,
  confirmed_at timestamptz,
  stop_hash text,
  check ((turns_18 is null) = (until is null))
);
create unique index ages_ask_hash on ages (ask_hash);
create unique index ages_stop_hash on ages (stop_hash);
create index ages_parent_email on ages (parent_email) where parent_email is not null;
`

export const down = `
drop table ages;
`
