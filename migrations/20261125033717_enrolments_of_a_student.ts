/** Access to a course is computed from all its grants for a student: those rows are locked and read. */
export const up = `
create index enrolments_student on enrolments (user_id, course_id, id);
`

export const down = `
drop index enrolments_student;
`
