/**
 * Stores pages of blocks with every save. Visitors see `published_version`; null before the first publication and once it is withdrawn.
 */
export const up = `
create table own_pages (
  page_id bigint generated always as identity primary key,
  slug text not null unique,
  version integer not null,
  published_version integer,
  published_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create table own_page_versions (
  page_id bigint not null references own_pages (page_id) on delete cascade,
  version integer not null,
  title text not null,
  description text not null,
  body jsonb not null,
  published boolean not null,
  saved_at timestamptz not null,
  saved_by text,
  primary key (page_id, version)
);
`

export const down = `
drop table own_page_versions;
drop table own_pages;
`
