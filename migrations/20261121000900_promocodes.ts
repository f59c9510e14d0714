/**
 * Promo codes, and deleted ones while the delete can be undone.
 * A code has a start, an end, limits and a pause, and may be unlisted. An order references its code by id, which a
 * deleted code retains, so that the orders themselves count its uses.
 */
export const up = `
create table promocodes (
  id bigint generated always as identity primary key,
  promocode text not null unique,
  discount integer not null,
  expiry_date text not null,
  expires_at timestamptz not null,
  course_id text references courses (course_id),
  created_at timestamptz not null default now(),
  start_date text,
  starts_at timestamptz,
  max_uses integer,
  max_uses_per_buyer integer,
  paused boolean not null default false,
  listed boolean not null default true,
  constraint promocodes_discount check ((discount >= 1) and (discount <= 100)),
  constraint promocodes_max_uses check (max_uses >= 1),
  constraint promocodes_max_uses_per_buyer check (max_uses_per_buyer >= 1)
);
create index promocodes_course on promocodes (course_id);
create index promocodes_expires on promocodes (expires_at);
create index promocodes_newest on promocodes (created_at desc, id desc);

create table deleted_promocodes (
  id bigint primary key,
  promocode text not null,
  discount integer not null,
  expiry_date text not null,
  expires_at timestamptz not null,
  course_id text references courses (course_id),
  created_at timestamptz not null,
  deleted_at timestamptz not null,
  start_date text,
  starts_at timestamptz,
  max_uses integer,
  max_uses_per_buyer integer,
  paused boolean not null default false,
  listed boolean not null default true,
  constraint deleted_promocodes_max_uses check (max_uses >= 1),
  constraint deleted_promocodes_max_uses_per_buyer check (max_uses_per_buyer >= 1)
);
create index deleted_promocodes_code on deleted_promocodes (promocode, deleted_at desc);
create index deleted_promocodes_course on deleted_promocodes (course_id);
create index deleted_promocodes_deleted on deleted_promocodes (deleted_at);
`

export const down = `
drop table deleted_promocodes;
drop table promocodes;
`
