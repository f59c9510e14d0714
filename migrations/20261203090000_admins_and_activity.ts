/**
 * Several admins: a name, and whether the password is a one-time one. What admins have done, each with the admin as he was
 * at that time. Deleted promo codes, kept for as long as the delete can be taken back.
 */
export const up = `
alter table admins add column name text;
alter table admins add column must_change_password boolean not null default false;

create table activity (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  admin_id bigint not null references admins (id),
  admin_email text not null,
  admin_role text not null,
  call text not null,
  kind text not null,
  target_id text,
  target_name text,
  before jsonb,
  after jsonb
);
create index activity_newest on activity (created_at desc, id desc);
create index activity_admin on activity (admin_id, created_at desc, id desc);
create index activity_kind on activity (kind, created_at desc, id desc);
create index activity_target on activity (target_id, created_at desc, id desc);

create table deleted_promocodes (
  id bigint primary key,
  promocode text not null,
  discount integer not null,
  expiry_date text not null,
  expires_at timestamptz not null,
  course_id text references courses (course_id),
  created_at timestamptz not null,
  deleted_at timestamptz not null
);
create index deleted_promocodes_code on deleted_promocodes (promocode, deleted_at desc);
create index deleted_promocodes_course on deleted_promocodes (course_id);
create index deleted_promocodes_deleted on deleted_promocodes (deleted_at);
`

export const down = `
drop table deleted_promocodes;
drop table activity;
alter table admins drop column must_change_password;
alter table admins drop column name;
`
