/**
 * Deleting a course also deletes its hidden reviews, which its index left out: few are hidden, so one index covers
 * both.
 */
export const up = `
drop index reviews_of_course;
create index reviews_of_course on reviews (course_id, updated_at desc, review_id desc);
`

export const down = `
drop index reviews_of_course;
create index reviews_of_course on reviews (course_id, updated_at desc, review_id desc) where hidden_reason is null;
`
