/**
 * Keeps the order of the lists that a big shop had to sort, with all that a walk to their last pages reads, and finds the few deleted
 * accounts among all.
 */
export const up = `
create index tickets_by_time on tickets (created_at, id);
create index hand_ins_by_time on hand_ins (handed_in_at, hand_in_id);
create index enrolments_newest on enrolments (course_id, granted_at, id) include (user_id) where revoked_at is null and not continued;
create index users_deleted on users (id) where deleted_at is not null;
create index users_by_joining on users ((coalesce(joined_at, created_at)), id) include (joined_at, created_at) where deleted_at is null;
drop index users_joined;
`

export const down = `
create index users_joined on users ((coalesce(joined_at, created_at)), id);
drop index users_by_joining;
drop index users_deleted;
drop index enrolments_newest;
drop index hand_ins_by_time;
drop index tickets_by_time;
`
