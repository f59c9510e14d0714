/**
 * The catalogue: courses and their lessons.
 * Lists of a course are jsonb arrays in the format of the wire. Every write raises `catalogue_version`, which the
 * channel `catalogue` announces to all instances. A draft is in no list, has no page and cannot be bought.
 */
export const up = `
create table catalogue_version (
  single_row boolean primary key default true,
  version bigint not null default 1,
  constraint catalogue_version_one_row check (single_row)
);

create table courses (
  course_id text primary key,
  position integer not null default 0,
  name text not null,
  description text not null,
  long_description text not null,
  header_text text not null,
  header_below text not null,
  price_paise bigint not null,
  offer_text text,
  banner text not null,
  "DEMO_REELS_VIDEOS" jsonb not null default '[]',
  benefits_samples jsonb not null default '[]',
  additional_infobanners jsonb not null default '[]',
  product_content_samples jsonb not null default '[]',
  bonuses jsonb not null default '[]',
  exclusive_bonuses jsonb not null default '[]',
  "CUSTOMER_REVIEWS" jsonb not null default '[]',
  who_is_this_for jsonb not null default '[]',
  where_can_i_upload jsonb not null default '[]',
  how_to_make_money jsonb not null default '[]',
  how_to_get_started jsonb not null default '[]',
  lifetime_access text,
  bonuses_worth text,
  faq jsonb not null default '[]',
  buy_now_text text,
  legal_disclaimer text,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  published boolean not null default true,
  language text,
  requirements text,
  teacher_name text,
  teacher_about text,
  topics jsonb not null default '[]',
  lessons_updated_at timestamptz,
  demo boolean not null default false,
  constraint courses_price_positive check (price_paise > 0)
);
create index courses_by_name on courses (lower(name), course_id) where deleted_at is null;
create index courses_by_offer on courses (lower(offer_text), course_id) where deleted_at is null;
create index courses_by_offer_down on courses (lower(offer_text) desc nulls last, course_id) where deleted_at is null;
create index courses_catalogue on courses ("position", created_at desc, course_id) where deleted_at is null;
create index courses_deleted on courses (deleted_at desc, course_id) where deleted_at is not null;
create index courses_drafts on courses ("position", created_at desc, course_id) where (deleted_at is null) and (not published);
create index courses_media on courses using gin (media_ids(((((((((banner || ' ') || ("DEMO_REELS_VIDEOS")::text) || (benefits_samples)::text) || (additional_infobanners)::text) || (product_content_samples)::text) || (bonuses)::text) || (exclusive_bonuses)::text) || ("CUSTOMER_REVIEWS")::text)));
create index courses_newest on courses (created_at desc, course_id) where deleted_at is null;
create index courses_price on courses (price_paise, course_id) where deleted_at is null;

create table lessons (
  lesson_id text primary key,
  course_id text not null references courses (course_id),
  position integer not null,
  title text not null,
  watch_link text not null,
  download_link text,
  created_at timestamptz not null default now(),
  seconds integer,
  preview boolean not null default false,
  constraint lessons_seconds check ((seconds >= 1) and (seconds <= 86400))
);
create index lessons_course on lessons (course_id, "position");
create index lessons_media on lessons using gin (media_ids(((watch_link || ' ') || coalesce(download_link, ''))));
create unique index lessons_preview on lessons (course_id) where preview;

insert into catalogue_version (single_row, version) values (true, 1);

do $$
begin
  create extension if not exists pg_trgm;
  create index courses_any_name_part on courses using gin (name gin_trgm_ops);
  create index courses_name_part on courses using gin (name gin_trgm_ops) where deleted_at is null;
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;
`

export const down = `
drop table lessons;
drop table courses;
drop table catalogue_version;
`
