import { barringAssignments } from '../assignments/assignment-gates.sql.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { barringQuizzes } from '../quizzes/quiz-gates.sql.ts'

/**
 * When a lesson opens to a student, decided here for what is listed, played, searched and downloaded. `lesson` and `enrolment` are the names
 * of the rows in a statement. The free preview is open to everybody.
 */
export const opensAt = (lesson: string, enrolment: string) =>
  `case when not ${lesson}.preview
    then coalesce(${lesson}.opens_at, ${enrolment}.granted_at + ${lesson}.opens_after_days * interval '1 day') end`

/** Whether its time has come at `:now`. */
export const isDue = (lesson: string, enrolment: string) =>
  `coalesce(${opensAt(lesson, enrolment)} <= cast(:now as timestamptz), true)`

/** The first earlier lesson whose quiz the student has to pass, or whose work has to be accepted; null when none is in the way. */
export const waitsFor = (lesson: string, enrolment: string) => `(
  select gate.lesson_id
  from (${barringQuizzes(`${enrolment}.user_id`)} union all ${barringAssignments(`${enrolment}.user_id`)}) gate
  join ${LESSONS} earlier on earlier.lesson_id = gate.lesson_id
  where gate.course_id = ${lesson}.course_id and not ${lesson}.preview
    and (earlier.position, earlier.lesson_id) < (${lesson}.position, ${lesson}.lesson_id)
  order by earlier.position, earlier.lesson_id limit 1
)`

/** Whether it is open at `:now`: its time has come, and nothing is in the way. */
export const isOpen = (lesson: string, enrolment: string) =>
  `(${isDue(lesson, enrolment)} and ${waitsFor(lesson, enrolment)} is null)`
