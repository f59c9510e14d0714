/**
 * Files that an owner moves in: what was read and chosen, and one row for each row of the sheet with its result. The
 * bytes of the file go when the move is done, the rows a month later; the move itself stays, and remembers the choices.
 * `move_people` lists the accounts that a move brought. Grants name their move, so that it can be undone.
 */
export const up = `
create table moves (
  move_id text primary key,
  status text not null,
  kind text,
  source text not null,
  file_name text not null,
  pasted boolean not null,
  bytes bytea,
  how jsonb not null default '{}',
  headings_key text not null,
  read jsonb not null,
  plan jsonb,
  counts jsonb,
  rows integer not null,
  done integer not null default 0,
  planned integer not null default 0,
  message text,
  made_by bigint not null references admins (id),
  made_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  constraint moves_status check (status in ('read', 'planned', 'running', 'stopped', 'done', 'failed', 'undone')),
  constraint moves_kind check (kind in ('students', 'courses', 'orders'))
);
create index moves_headings on moves (headings_key, made_at desc) where plan is not null;
create index moves_made_by on moves (made_by);
create index moves_made_at on moves (made_at desc);
create index moves_running on moves (made_at) where status = 'running';

create table move_rows (
  move_id text not null references moves (move_id) on delete cascade,
  row_no integer not null,
  cells text[] not null,
  state text,
  reason text,
  notes jsonb not null default '[]',
  email text,
  phone text,
  name text,
  courses text[] not null default '{}',
  record jsonb,
  user_id bigint references users (id),
  done_at timestamptz,
  primary key (move_id, row_no),
  constraint move_rows_state check (state in ('new', 'existing', 'waiting', 'same', 'skipped', 'invalid'))
);
create index move_rows_open on move_rows (move_id, row_no) where done_at is null and state in ('new', 'existing', 'waiting');
create index move_rows_user on move_rows (user_id);
create index move_rows_email on move_rows (email);

create table move_people (
  move_id text not null references moves (move_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  made boolean not null,
  primary key (move_id, user_id)
);
create index move_people_user on move_people (user_id);

alter table enrolments add column move_id text references moves (move_id);
create index enrolments_move on enrolments (move_id) where move_id is not null;
alter table waiting_courses
  add column move_id text references moves (move_id),
  add column enrolled_at timestamptz,
  add column progress jsonb;
create index waiting_courses_move on waiting_courses (move_id) where move_id is not null;
`

export const down = `
alter table waiting_courses drop column progress, drop column enrolled_at, drop column move_id;
alter table enrolments drop column move_id;
drop table move_people;
drop table move_rows;
drop table moves;
`
