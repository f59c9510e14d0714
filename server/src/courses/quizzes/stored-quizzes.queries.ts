import type { Db } from '../../context.ts'

/** Counts the questions of each lesson with a quiz. */
export async function countQuestions(db: Db, courseId: string): Promise<Record<string, number>> {
  const rows: { lesson_id: string; questions: number }[] = await db('quizzes')
    .where({ course_id: courseId })
    .select('lesson_id', db.raw('jsonb_array_length(questions) as questions'))
  return Object.fromEntries(rows.map(({ lesson_id, questions }) => [lesson_id, questions]))
}

/** Copies quizzes to the copied lessons, without attempts. */
export async function copyQuizzes(
  trx: Db,
  { lessons, from, to, now }: { lessons: string; from: string; to: string; now: Date },
): Promise<void> {
  await trx.raw(
    `insert into quizzes (lesson_id, course_id, intro, pass_mark, gate, max_tries, reveals, questions, updated_at)
     select copy.lesson_id, :to, q.intro, q.pass_mark, q.gate, q.max_tries, q.reveals, q.questions, :now
     from quizzes q
     join ${lessons} original on original.lesson_id = q.lesson_id
     join ${lessons} copy on copy.course_id = :to and copy.position = original.position
     where q.course_id = :from`,
    { from, to, now },
  )
}
