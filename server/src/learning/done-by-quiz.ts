import type { LessonKind } from 'contract/lesson-input'
import type { Db } from '../context.ts'
import { hasQuiz } from '../quizzes/stored/quizzes.queries.ts'

/** A lesson that is a quiz is done by passing it: nobody can say that it is done. One whose quiz is not written yet is as any other. */
export async function isDoneByQuiz(db: Db, lessonId: string, kind: LessonKind | undefined): Promise<boolean> {
  return kind === 'quiz' && (await hasQuiz(db, lessonId))
}
