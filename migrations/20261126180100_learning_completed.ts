/** Finds the courses that were finished lately. */
export const up = `
create index lesson_progress_completed on lesson_progress (completed_at) where completed_at is not null;
`

export const down = `
drop index lesson_progress_completed;
`
