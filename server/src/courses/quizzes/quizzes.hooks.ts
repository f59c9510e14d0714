import { courseCopied } from '../courses/courses.service.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { lessonSaved, lessonsListed } from '../learning/learning.service.ts'
import { setQuiz } from './quizzes.service.ts'
import { copyQuizzes, countQuestions } from './stored-quizzes.queries.ts'

export const joins = () => [
  courseCopied.by((trx, copy) => copyQuizzes(trx, { lessons: LESSONS, ...copy })),
  lessonsListed.by(async (db, courseId) => ({ quizzes: await countQuestions(db, courseId) })),
  lessonSaved.by(async ({ now }, trx, { lesson_id, quiz }) => {
    if (quiz) await setQuiz({ db: trx, now }, lesson_id, quiz)
  }),
]
