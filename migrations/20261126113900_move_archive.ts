/**
 * Archives of other shops that an owner brings, one row each. The ZIP is the upload `upload_id` until the end; `holder`
 * works until `held_until`, unless it says anew that it does. Every step of it changes nothing the second time.
 */
export const up = `
create table move_archives (
  archive_id text primary key,
  upload_id text not null,
  file_name text not null,
  with_settings boolean not null,
  made_by bigint not null references admins (id),
  made_at timestamptz not null,
  state text not null,
  holder text,
  held_until timestamptz,
  step text not null default 'reading',
  done_bytes bigint not null default 0,
  total_bytes bigint not null,
  move_id text,
  result jsonb,
  problem text,
  finished_at timestamptz,
  constraint move_archives_state check (state in ('waiting', 'running', 'done', 'failed'))
);
create unique index move_archives_upload on move_archives (upload_id);
create index move_archives_made on move_archives (made_at desc);
create index move_archives_made_by on move_archives (made_by);
`

export const down = `
drop table move_archives;
`
