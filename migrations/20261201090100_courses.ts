/**
 * The catalogue: courses, their lessons, promo codes and media. Lists of a course are jsonb arrays in the shape of the
 * wire. Every write to the catalogue raises `catalogue_version`, which all instances hear of through `catalogue`.
 */
export const up = `
create table courses (
  course_id text primary key,
  position integer not null default 0,
  name text not null,
  description text not null,
  long_description text not null,
  header_text text not null,
  header_below text not null,
  price_paise bigint not null constraint courses_price_positive check (price_paise > 0),
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
  deleted_at timestamptz
);
create index courses_catalogue on courses (position, created_at desc, course_id) where deleted_at is null;
create index courses_price on courses (price_paise, course_id) where deleted_at is null;
create index courses_newest on courses (created_at desc, course_id) where deleted_at is null;

create table catalogue_version (
  single_row boolean primary key default true constraint catalogue_version_one_row check (single_row),
  version bigint not null default 1
);
insert into catalogue_version default values;

create table lessons (
  lesson_id text primary key,
  course_id text not null references courses (course_id),
  position integer not null,
  title text not null,
  watch_link text not null,
  download_link text,
  created_at timestamptz not null default now()
);
create index lessons_course on lessons (course_id, position);

create table promocodes (
  id bigint generated always as identity primary key,
  promocode text not null unique,
  discount integer not null constraint promocodes_discount check (discount between 1 and 100),
  expiry_date text not null,
  expires_at timestamptz not null,
  course_id text references courses (course_id),
  created_at timestamptz not null default now()
);
create index promocodes_expires on promocodes (expires_at);
create index promocodes_course on promocodes (course_id);

create table media (
  media_id text primary key,
  kind text not null constraint media_kind check (kind in ('image', 'video')),
  name text not null,
  url text not null unique,
  bytes bigint not null,
  width integer,
  height integer,
  seconds double precision,
  colour text,
  sha256 text not null,
  created_at timestamptz not null default now()
);
create index media_newest on media (kind, created_at desc, media_id);
create index media_sha256 on media (sha256);
`

export const down = `
drop table media;
drop table promocodes;
drop table lessons;
drop table catalogue_version;
drop table courses;
`
