import { calls, requireUser } from '../../context.ts'
import { deleteOwnQuestion, listForAdmins } from './questions.queries.ts'
import { addQuestion, answerQuestion, readForAdmins, readQuestions, removeQuestion } from './questions.service.ts'

export const questionsHandlers = {
  list: calls.questions.list.handler(({ input, context }) =>
    readQuestions(context.ctx, requireUser(context).id, input),
  ),

  ask: calls.questions.ask.handler(({ input, context }) => addQuestion(context.ctx, requireUser(context).id, input)),

  remove: calls.questions.remove.handler(async ({ input, context }) => {
    await deleteOwnQuestion(context.ctx.db, requireUser(context).id, input.id)
    return { message: 'Question deleted' }
  }),

  adminList: calls.questions.adminList.handler(async ({ input, context }) => {
    const list = await listForAdmins(context.ctx.db, input)
    context.setHeader('X-Total-Count', String(list.total))
    return list
  }),

  adminGet: calls.questions.adminGet.handler(({ input, context }) => readForAdmins(context.ctx.db, input.id)),

  answer: calls.questions.answer.handler(({ input, context }) =>
    answerQuestion(context.ctx, input.params.id, input.body),
  ),

  delete: calls.questions.delete.handler(async ({ input, context }) => {
    await removeQuestion(context.ctx, input.id)
    return { message: 'Question deleted' }
  }),
}
