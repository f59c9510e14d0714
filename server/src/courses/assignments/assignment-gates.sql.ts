export const ASSIGNMENTS = '(select lesson_id from assignments)'

/** Files of submissions, sent or not, with their students (`users.id`). */
export const HAND_IN_FILES = '(select file_id, user_id, name from hand_in_files)'

/**
 * Lists lessons whose assignments block later ones of a student (`users.id`); other features use it in their
 * statements.
 */
export const barringAssignments = (student: string) =>
  `select asked.lesson_id, asked.course_id from assignments asked
   where asked.gate and not exists (
     select from hand_ins done
     where done.user_id = ${student} and done.lesson_id = asked.lesson_id and done.status = 'accepted'
   )`

/** Builds the assignment's state as `StudentLesson` has it; null without an assignment. */
export const assignmentOf = (lesson: string) => `(
  select json_build_object(
    'status', newest.status,
    'due_at', to_char(newest.again_due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  )
  from assignments asked
  left join lateral (
    select w.status, w.again_due_at from hand_ins w where w.user_id = :userId and w.lesson_id = asked.lesson_id
    order by w.hand_in_id desc limit 1
  ) newest on true
  where asked.lesson_id = ${lesson}.lesson_id
)`
