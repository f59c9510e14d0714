/**
 * Every backup that ended, good or not, so that console, metrics and emails can name the last good one. `backup_plan` is
 * the owner's switch of the nightly backup: at most one row, where it writes and how many it retains.
 */
export const up = `
create table backups (
  id integer generated always as identity primary key,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  ok boolean not null,
  size_bytes bigint,
  message text not null,
  place text not null,
  constraint backups_times check (finished_at >= started_at)
);
create index backups_finished on backups (finished_at desc);
create index backups_good on backups (finished_at desc) where ok;

create table backup_plan (
  one boolean primary key default true,
  folder text,
  keep integer not null,
  since timestamptz not null,
  last_night text,
  constraint backup_plan_one check (one),
  constraint backup_plan_keep check (keep between 1 and 365)
);
`

export const down = `
drop table backup_plan;
drop table backups;
`
