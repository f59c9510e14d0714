import type { LessonKind } from 'contract/courses/lesson-input'
import type { ErrorText } from 'contract/errors'
import type { Db } from '../../context.ts'
import { hasAssignment } from '../assignments/stored-assignments.queries.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { hasQuiz } from '../quizzes/stored-quizzes.queries.ts'

/**
 * Returns the refusal for a lesson that only something else completes: its quiz, accepted work, or joining it live
 * while no recording exists. Undefined for any other lesson, and for one whose quiz or assignment is not written yet.
 */
export async function isDoneOtherwise(db: Db, lessonId: string, kind: LessonKind): Promise<ErrorText | undefined> {
  if (kind === 'quiz' && (await hasQuiz(db, lessonId))) return 'Pass the quiz to complete this lesson'
  if (kind === 'assignment' && (await hasAssignment(db, lessonId)))
    return 'This lesson is complete once your assignment is accepted'
  if (kind === 'live' && (await hasNoRecording(db, lessonId)))
    return 'This lesson is complete once you join it or watch its recording'
  return undefined
}

async function hasNoRecording(db: Db, lessonId: string): Promise<boolean> {
  const lesson = await db(db.raw(`${LESSONS} as l`))
    .where({ lesson_id: lessonId, watch_link: '' })
    .first('lesson_id')
  return lesson !== undefined
}
