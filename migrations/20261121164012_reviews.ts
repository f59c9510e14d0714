/** Reviews by students of a course: one each, with the shop's reply, and whether the shop has hidden it. */
export const up = `
create table reviews (
  review_id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  course_id text not null references courses (course_id),
  stars integer not null,
  text text not null,
  shown_name text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  reply text,
  replied_at timestamptz,
  hidden_reason text,
  constraint reviews_stars check (stars between 1 and 5),
  constraint reviews_reply check ((reply is null) = (replied_at is null))
);
create unique index reviews_one_each on reviews (user_id, course_id);
create index reviews_of_course on reviews (course_id, updated_at desc, review_id desc) where hidden_reason is null;
create index reviews_newest on reviews (updated_at desc, review_id desc);
`

export const down = `
drop table reviews;
`
