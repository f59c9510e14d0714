import type { Db } from '../../context.ts'

/** Lists the lessons of a course that have an assignment. */
export function listAssignmentLessons(db: Db, courseId: string): Promise<string[]> {
  return db('assignments').where({ course_id: courseId }).pluck('lesson_id')
}

/** Copies assignments to the copied lessons, without submissions. */
export async function copyAssignments(
  trx: Db,
  { lessons, from, to, now }: { lessons: string; from: string; to: string; now: Date },
): Promise<void> {
  await trx.raw(
    `insert into assignments (lesson_id, course_id, instructions, criteria, takes_text, file_kinds, due_days, gate, updated_at)
     select copy.lesson_id, :to, a.instructions, a.criteria, a.takes_text, a.file_kinds, a.due_days, a.gate, :now
     from assignments a
     join ${lessons} original on original.lesson_id = a.lesson_id
     join ${lessons} copy on copy.course_id = :to and copy.position = original.position
     where a.course_id = :from`,
    { from, to, now },
  )
}
