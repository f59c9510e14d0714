/** Lessons whose work has to be accepted first and is not, of one student (`users.id`), in a statement of another feature. */
export const barringAssignments = (student: string) =>
  `select asked.lesson_id, asked.course_id from assignments asked
   where asked.gate and not exists (
     select from hand_ins done
     where done.user_id = ${student} and done.lesson_id = asked.lesson_id and done.status = 'accepted'
   )`

/** How the work stands that a lesson asks for, as `StudentLesson` has it; null without an assignment. */
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
