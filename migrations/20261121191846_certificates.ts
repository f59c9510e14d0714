/**
 * Certificates of completion: the courses that issue them, each certificate with its printed name, the keys that sign
 * credentials, and positions in the public status lists. A position stays when its certificate is deleted with the
 * account: without a valid certificate it reads as revoked.
 */
export const up = `
create table certificate_courses (
  course_id text primary key references courses (course_id) on delete cascade,
  since timestamptz not null
);
create table certificate_keys (
  key_id text primary key,
  public_jwk jsonb not null,
  private_sealed text not null,
  made_at timestamptz not null
);
create table certificate_places (
  list_no integer not null,
  place integer not null,
  primary key (list_no, place),
  constraint certificate_places_list_no check (list_no >= 1),
  constraint certificate_places_place check (place between 0 and 131071)
);
create table certificates (
  certificate_id bigint generated always as identity primary key,
  code text not null,
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null references courses (course_id),
  name text not null,
  course_name text not null,
  shop_name text not null,
  issued_at timestamptz not null,
  list_no integer not null,
  place integer not null,
  revoked_at timestamptz,
  revoked_reason text,
  foreign key (list_no, place) references certificate_places (list_no, place),
  constraint certificates_revoked check ((revoked_at is null) = (revoked_reason is null))
);
create unique index certificates_code on certificates (code);
create unique index certificates_place on certificates (list_no, place);
create unique index certificates_one_each on certificates (user_id, course_id);
create index certificates_of_course on certificates (course_id, certificate_id desc);
`

export const down = `
drop table certificates;
drop table certificate_places;
drop table certificate_keys;
drop table certificate_courses;
`
