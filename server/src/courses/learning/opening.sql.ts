import { pieces } from '../../platform/features/pieces.ts'
import { barringAssignments } from '../assignments/assignment-gates.sql.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { barringQuizzes } from '../quizzes/quiz-gates.sql.ts'

/**
 * Returns when a lesson opens to a student, the one rule for lists, player, search and downloads. `lesson` and
 * `enrolment` are row names in a statement. A free preview is open to everybody.
 */
export const opensAt = (lesson: string, enrolment: string) =>
  `case when not ${lesson}.preview
    then coalesce(${lesson}.opens_at, ${enrolment}.granted_at + ${lesson}.opens_after_days * interval '1 day') end`

/** Checks that its time has arrived at `:now`, or had before its opening was moved. */
export const isDue = (lesson: string, enrolment: string) =>
  `(coalesce(${opensAt(lesson, enrolment)} <= cast(:now as timestamptz), true)
    or coalesce(${enrolment}.granted_at <= ${lesson}.opened_to, false))`

/** Finds the first earlier lesson whose quiz must be passed, or whose work must be accepted; null without one, or once this one is done. */
export const waitsFor = (lesson: string, enrolment: string) => `(
  select gate.lesson_id
  from (${barringQuizzes(`${enrolment}.user_id`)} union all ${barringAssignments(`${enrolment}.user_id`)}) gate
  join ${LESSONS} earlier on earlier.lesson_id = gate.lesson_id
  where gate.course_id = ${lesson}.course_id and not ${lesson}.preview
    and (earlier.position, earlier.lesson_id) < (${lesson}.position, ${lesson}.lesson_id)
    and not exists (select from lesson_progress d
      where d.user_id = ${enrolment}.user_id and d.lesson_id = ${lesson}.lesson_id and d.completed_at is not null)
  order by earlier.position, earlier.lesson_id limit 1
)`

/** Checks that it is open at `:now`: due, without a blocking lesson, and no live one of a date that the student has no seat of. */
export const isOpen = (lesson: string, enrolment: string) =>
  `(${isDue(lesson, enrolment)} and ${waitsFor(lesson, enrolment)} is null and not ${pieces.ofOtherDate(lesson, `${enrolment}.user_id`, pieces.liveLessons)})`
