/**
 * The media library: files, resumable uploads, and unreferenced files.
 * `media.sha256` is that of the received bytes; `name` is shown in the library, the address has its own. `widths` lists
 * the generated widths of an image; their file names follow from its own.
 */
export const up = `
create function media_ids(addresses text) returns text[]
  language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct found[1]), '{}')
  from regexp_matches(addresses, '/media/([A-Za-z0-9_-]{16,64})/', 'g') found
$$;

create table media (
  media_id text primary key,
  kind text not null,
  name text not null,
  url text not null unique,
  bytes bigint not null,
  width integer,
  height integer,
  seconds double precision,
  colour text,
  sha256 text not null,
  created_at timestamptz not null default now(),
  widths integer[] not null default '{}'::integer[],
  probed_at timestamptz,
  constraint media_kind check (kind in ('image', 'video'))
);
create index media_library on media (created_at desc, media_id);
create index media_newest on media (kind, created_at desc, media_id);
create index media_sha256 on media (sha256);
create index media_unprobed on media (created_at) where (kind = 'video') and (probed_at is null);

create table media_uploads (
  upload_id text primary key,
  admin_id bigint not null references admins (id),
  kind text not null,
  name text not null,
  metadata jsonb not null,
  bytes bigint not null,
  sha256 text,
  media_id text references media (media_id) on delete set null,
  finished_at timestamptz,
  refused_code text,
  refused_detail text,
  held_by text,
  held_until timestamptz,
  wanted boolean not null default false,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  constraint media_uploads_bytes check (bytes >= 0),
  constraint media_uploads_kind check (kind in ('image', 'video'))
);
create index media_uploads_admin on media_uploads (admin_id);
create index media_uploads_media on media_uploads (media_id);
create index media_uploads_touched on media_uploads (touched_at);

create table unreferenced_files (
  media_id text primary key,
  upload_id text unique references media_uploads (upload_id) on delete set null,
  media jsonb,
  created_at timestamptz not null default now()
);
create index unreferenced_files_oldest on unreferenced_files (created_at);
`

export const down = `
drop table unreferenced_files;
drop table media_uploads;
drop table media;
drop function media_ids;
`
