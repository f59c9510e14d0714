/**
 * Segments of students saved under a name. The rules are JSON, read again by the contract each time.
 */
export const up = `
create table segments (
  segment_id bigint generated always as identity primary key,
  name text not null,
  segment jsonb not null,
  created_at timestamptz not null
);
create unique index segments_name on segments (lower(name));
`

export const down = `
drop table segments;
`
