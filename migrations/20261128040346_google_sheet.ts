/** Stores the connected sheet, and the rows for it. `begun_at` marks a row that was sent and whose answer is not known. */
export const up = `
create table sheet_config (
  only_one boolean primary key default true check (only_one),
  service_account_sealed text not null,
  service_account text not null,
  spreadsheet_id text not null,
  sheet text not null,
  rows text not null check (rows in ('orders', 'students')),
  attempts integer not null default 0,
  next_at timestamptz,
  leased_until timestamptz,
  problem text,
  last_written_at timestamptz
);
create table sheet_rows (
  row_id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  order_id text unique,
  begun_at timestamptz,
  written_at timestamptz
);
create unique index sheet_rows_student on sheet_rows (user_id) where order_id is null;
create index sheet_rows_user on sheet_rows (user_id);
create index sheet_rows_waiting on sheet_rows (row_id) where written_at is null;
`

export const down = `
drop table sheet_rows;
drop table sheet_config;
`
