/**
 * The adaptive set of a lesson's video: its source file and progress (`video_sets`), each quality with the lengths and
 * bytes of its segments, all in one file beside the original (`video_rungs`), and the instance that may encode
 * (`video_turn`, at most one row). The bytes belong to the file and are deleted with it.
 */
export const up = `
create table video_sets (
  media_id text primary key references media (media_id) on delete cascade,
  url text not null,
  state text not null default 'waiting',
  percent integer not null default 0,
  tries integer not null default 0,
  problem text,
  loudness real,
  poster boolean not null default false,
  sprite jsonb,
  created_at timestamptz not null,
  constraint video_sets_state check (state in ('waiting', 'making', 'ready', 'failed')),
  constraint video_sets_percent check (percent between 0 and 100)
);
create index video_sets_open on video_sets (tries, created_at) where state in ('waiting', 'making');

create table video_rungs (
  media_id text not null references video_sets (media_id) on delete cascade,
  rung text not null,
  width integer,
  height integer,
  bytes bigint not null,
  codecs text not null,
  init_bytes integer not null,
  segment_ms integer[] not null,
  segment_bytes integer[] not null,
  primary key (media_id, rung),
  constraint video_rungs_segments check (cardinality(segment_ms) = cardinality(segment_bytes))
);

create table video_turn (
  one boolean primary key default true,
  holder text not null,
  until timestamptz not null,
  constraint video_turn_one check (one)
);
`

export const down = `
drop table video_turn;
drop table video_rungs;
drop table video_sets;
`
