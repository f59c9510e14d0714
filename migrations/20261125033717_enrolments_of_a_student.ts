/** What is taken or given back of a course is worked out from all that its student was ever given of it: those rows are locked and read. */
export const up = `
create index enrolments_student on enrolments (user_id, course_id, id);
`

export const down = `
drop index enrolments_student;
`
