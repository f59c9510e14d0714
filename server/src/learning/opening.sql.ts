/**
 * When a lesson opens to a student, decided here for what is listed, played, searched and downloaded. `lesson` and `enrolment` are the names
 * of the rows in a statement. The free preview is open to everybody.
 */
export const opensAt = (lesson: string, enrolment: string) =>
  `case when not ${lesson}.preview
    then coalesce(${lesson}.opens_at, ${enrolment}.granted_at + ${lesson}.opens_after_days * interval '1 day') end`

/** Whether it is open at `:now`. */
export const isOpen = (lesson: string, enrolment: string) =>
  `coalesce(${opensAt(lesson, enrolment)} <= cast(:now as timestamptz), true)`
