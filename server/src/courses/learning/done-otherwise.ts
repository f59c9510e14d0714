import type { LessonKind } from 'contract/courses/lesson-input'
import type { ErrorText } from 'contract/errors'
import type { Db } from '../../context.ts'
import { ASSIGNMENTS } from '../assignments/assignment-gates.sql.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { QUIZZES } from '../quizzes/quiz-gates.sql.ts'

/** A relation of the lessons that something else completes, by kind, with the refusal. */
const DONE_BY: Partial<Record<LessonKind, readonly [relation: string, refusal: ErrorText]>> = {
  quiz: [QUIZZES, 'Pass the quiz to complete this lesson'],
  assignment: [ASSIGNMENTS, 'This lesson is complete once your assignment is accepted'],
  live: [
    `(select lesson_id from ${LESSONS} l where watch_link = '')`,
    'This lesson is complete once you join it or watch its recording',
  ],
}

/**
 * Returns the refusal for a lesson that only something else completes: its quiz, accepted work, or joining it live
 * while no recording exists. Undefined for any other lesson, and for one whose quiz or assignment is not written yet.
 */
export async function isDoneOtherwise(db: Db, lessonId: string, kind: LessonKind): Promise<ErrorText | undefined> {
  const [relation, refusal] = DONE_BY[kind] ?? []
  const found =
    relation &&
    (await db(db.raw(`${relation} as l`))
      .where({ lesson_id: lessonId })
      .first('lesson_id'))
  return found && refusal
}
