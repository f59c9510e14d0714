/** A session in which an admin views the shop as a student without changing anything; a single-use code opens it. */
export const up = `
alter table sessions
  add column viewed_by bigint references admins (id) on delete cascade,
  add column view_code text,
  add constraint sessions_view check (viewed_by is null or audience = 'user'),
  add constraint sessions_view_code check (view_code is null or viewed_by is not null);
create index sessions_viewed_by on sessions (viewed_by) where (viewed_by is not null);
create unique index sessions_view_code on sessions (view_code) where (view_code is not null);
`

export const down = `
alter table sessions drop column view_code, drop column viewed_by;
`
