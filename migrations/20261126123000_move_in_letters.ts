/**
 * The letter to the people whom a move brought. One row a person: `taken_at` is written before the email is handed over
 * and never taken again, so that nobody gets it twice. `next_at` is when the pace allows the next one.
 */
export const up = `
create table move_letters (
  move_id text primary key references moves (move_id) on delete cascade,
  subject text not null,
  body text not null,
  per_hour integer not null,
  next_at timestamptz not null,
  stopped_at timestamptz,
  constraint move_letters_pace check (per_hour > 0)
);

create table move_letter_people (
  move_id text not null references move_letters (move_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  tries integer not null default 0,
  taken_at timestamptz,
  sent_at timestamptz,
  refused_at timestamptz,
  primary key (move_id, user_id)
);
create index move_letter_people_user on move_letter_people (user_id);
create index move_letter_people_waiting on move_letter_people (move_id, tries, user_id)
  where taken_at is null and refused_at is null;
`

export const down = `
drop table move_letter_people;
drop table move_letters;
`
