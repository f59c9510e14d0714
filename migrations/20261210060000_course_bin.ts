// The console lists drafts and deleted courses by themselves.
export const up = `
create index courses_drafts on courses (position, created_at desc, course_id) where deleted_at is null and not published;
create index courses_deleted on courses (deleted_at desc, course_id) where deleted_at is not null;
`

export const down = `
drop index courses_deleted;
drop index courses_drafts;
`
