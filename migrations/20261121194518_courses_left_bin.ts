/** A deleted course leaves the bin after 30 days if an order or a student references it. */
export const up = `
alter table courses
  add column left_bin_at timestamptz,
  add constraint courses_left_bin_deleted check (left_bin_at is null or deleted_at is not null);
drop index courses_deleted;
create index courses_in_bin on courses (deleted_at desc, course_id) where deleted_at is not null and left_bin_at is null;
`

export const down = `
drop index courses_in_bin;
create index courses_deleted on courses (deleted_at desc, course_id) where deleted_at is not null;
alter table courses drop column left_bin_at;
`
