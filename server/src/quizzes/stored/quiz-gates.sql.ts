/**
 * The first earlier lesson of the course whose quiz is a gate that the student has not passed, in a statement of another feature; null
 * when the way is free. `lessons` are those of all courses, `lesson` is the row asked about, `student` names a `users.id`.
 */
export const gateBefore = (lessons: string, lesson: string, student: string) => `(
  select gate.lesson_id from quizzes gate
  join ${lessons} earlier on earlier.lesson_id = gate.lesson_id
  where gate.gate and gate.course_id = ${lesson}.course_id and not ${lesson}.preview
    and (earlier.position, earlier.lesson_id) < (${lesson}.position, ${lesson}.lesson_id)
    and not exists (
      select from quiz_attempts pass
      where pass.user_id = ${student} and pass.lesson_id = gate.lesson_id and pass.passed
    )
  order by earlier.position, earlier.lesson_id limit 1
)`

/** What a lesson asks, and whether the student has passed it, as `StudentLesson` has it; null without a quiz. */
export const quizOf = (lesson: string) => `(
  select json_build_object(
    'questions', jsonb_array_length(q.questions),
    'passed', exists (select from quiz_attempts a where a.user_id = :userId and a.lesson_id = q.lesson_id and a.passed)
  )
  from quizzes q where q.lesson_id = ${lesson}.lesson_id
)`
