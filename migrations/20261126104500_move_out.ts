/**
 * The one archive of everything a shop owns: at most one row. `file_id` names its file in the store of the library, and is
 * there before the file; `holder` writes it until
 * `held_until`, unless it says anew that it does.
 */
export const up = `
create table move_outs (
  one boolean primary key default true,
  file_id text not null,
  state text not null,
  asked_by bigint not null references admins (id),
  asked_at timestamptz not null,
  holder text,
  held_until timestamptz,
  done_bytes bigint not null default 0,
  total_bytes bigint not null,
  bytes bigint,
  ready_at timestamptz,
  expires_at timestamptz,
  problem text,
  constraint move_outs_one check (one),
  constraint move_outs_state check (state in ('waiting', 'running', 'ready', 'failed')),
  constraint move_outs_ready check (state <> 'ready' or (bytes is not null and expires_at is not null))
);
create index move_outs_asked_by on move_outs (asked_by);
`

export const down = `
drop table move_outs;
`
