import { LESSONS } from '../courses/courses.sql.ts'
import { gateBefore } from '../quizzes/stored/quiz-gates.sql.ts'

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

/** The lesson whose quiz the student has to pass first; null when none is in the way. */
export const waitsFor = (lesson: string, enrolment: string) => gateBefore(LESSONS, lesson, `${enrolment}.user_id`)

/** Whether it is open at `:now`: its time has come, and no quiz is in the way. */
export const isOpen = (lesson: string, enrolment: string) =>
  `(${isDue(lesson, enrolment)} and ${waitsFor(lesson, enrolment)} is null)`
