/** A course that goes takes its hidden reviews along, which its index left out: hardly any are hidden, so one index is for both. */
export const up = `
drop index reviews_of_course;
create index reviews_of_course on reviews (course_id, updated_at desc, review_id desc);
`

export const down = `
drop index reviews_of_course;
create index reviews_of_course on reviews (course_id, updated_at desc, review_id desc) where hidden_reason is null;
`
