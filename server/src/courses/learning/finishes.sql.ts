/** Checks that a student had finished the course when its lessons last grew; lessons that were added since are new, not missing. */
export const isFinisher = (userId: string, courseId: string) =>
  `exists (select from course_finishes f where f.user_id = ${userId} and f.course_id = ${courseId})`

/** Returns when that was; null for everybody else. */
export const finishedOn = (userId: string, courseId: string) =>
  `(select f.finished_at from course_finishes f where f.user_id = ${userId} and f.course_id = ${courseId})`
