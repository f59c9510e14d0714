import { calls, requireUser } from '../../context.ts'
import { managedQuiz, quizEtag, removeQuiz, saveQuiz } from './quizzes.service.ts'
import { studentQuiz, submitTry } from './tries.service.ts'

export const quizzesHandlers = {
  get: calls.quizzes.get.handler(({ input, context }) =>
    studentQuiz(context.ctx, requireUser(context).id, input.lesson_id),
  ),

  submit: calls.quizzes.submit.handler(({ input, context }) =>
    submitTry(context.ctx, requireUser(context).id, { lessonId: input.params.lesson_id, ...input.body }),
  ),

  adminGet: calls.quizzes.adminGet.handler(async ({ input, context }) => {
    const { quiz, course_id, title, numbers } = await managedQuiz(context.ctx.db, input.lesson_id)
    context.setHeader('ETag', quizEtag(input.lesson_id, quiz))
    return { course_id, lesson_title: title, quiz: quiz ?? null, numbers }
  }),

  save: calls.quizzes.save.handler(async ({ input, context }) => {
    const { lesson_id } = input.params
    const quiz = await saveQuiz(context.ctx, lesson_id, input.body, input.headers?.['if-match'])
    context.setHeader('ETag', quizEtag(lesson_id, quiz))
    return { message: 'Quiz saved', quiz }
  }),

  remove: calls.quizzes.remove.handler(async ({ input, context }) => {
    await removeQuiz(context.ctx, input.params.lesson_id)
    return { message: 'Quiz removed' }
  }),
}
