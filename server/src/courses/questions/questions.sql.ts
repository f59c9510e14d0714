/** Bounds others' questions under a lesson; the newest win. */
export const MOST_SHOWN = 100

/** Counts the questions under a lesson that `listQuestions` returns; other features use it in their statements. */
export const questionsUnder = (lesson: string) => `(
  select count(*) filter (where q.user_id = :userId)
    + least(count(*) filter (where q.user_id <> :userId and q.shown_at is not null), ${MOST_SHOWN})
  from questions q where q.course_id = ${lesson}.course_id and q.lesson_id = ${lesson}.lesson_id
    and (q.user_id = :userId or q.shown_at is not null)
)::integer`
