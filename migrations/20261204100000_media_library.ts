/**
 * The media library: uploads that can be resumed, files whose row is not certain yet, and where a file is used.
 * `media.sha256` is, from now on, that of the bytes as received; `name` is what the library shows, the address keeps its own.
 */
export const up = `
alter table media add column probed_at timestamptz;
create index media_library on media (created_at desc, media_id);
create index media_unprobed on media (created_at) where kind = 'video' and probed_at is null;

create table media_uploads (
  upload_id text primary key,
  admin_id bigint not null references admins (id),
  kind text not null constraint media_uploads_kind check (kind in ('image', 'video')),
  name text not null,
  metadata jsonb not null,
  bytes bigint not null constraint media_uploads_bytes check (bytes >= 0),
  sha256 text,
  media_id text references media (media_id) on delete set null,
  finished_at timestamptz,
  refused_code text,
  refused_detail text,
  held_by text,
  held_until timestamptz,
  wanted boolean not null default false,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index media_uploads_admin on media_uploads (admin_id);
create index media_uploads_media on media_uploads (media_id);
create index media_uploads_touched on media_uploads (touched_at);

create table loose_files (
  media_id text primary key,
  upload_id text unique references media_uploads (upload_id) on delete set null,
  media jsonb,
  created_at timestamptz not null default now()
);
create index loose_files_oldest on loose_files (created_at);

create function media_ids(addresses text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct found[1]), '{}')
  from regexp_matches(addresses, '/media/([A-Za-z0-9_-]{16,64})/', 'g') found
$$;
create index courses_media on courses using gin (media_ids(
  banner || ' ' || "DEMO_REELS_VIDEOS"::text || benefits_samples::text || additional_infobanners::text
  || product_content_samples::text || bonuses::text || exclusive_bonuses::text || "CUSTOMER_REVIEWS"::text
));
create index lessons_media on lessons using gin (media_ids(watch_link || ' ' || coalesce(download_link, '')));
`

export const down = `
drop index lessons_media;
drop index courses_media;
drop function media_ids(text);
drop table loose_files;
drop table media_uploads;
drop index media_unprobed;
drop index media_library;
alter table media drop column probed_at;
`
