import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { setQuiz } from './quizzes.service.ts'
import { copyQuizzes } from './stored-quizzes.queries.ts'

type QuizHooks = Hooks<Pick<Context, 'now'>>

export const courseCopied: QuizHooks['courseCopied'] = (_ctx, trx, copy) =>
  copyQuizzes(trx, { lessons: LESSONS, ...copy })

export const lessonSaved: QuizHooks['lessonSaved'] = async ({ now }, trx, { lesson_id, quiz }) => {
  if (quiz) await setQuiz({ db: trx, now }, lesson_id, quiz)
}
