import { MOST_CHILDREN } from 'contract/children/children'
import { calls, requireUser } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findUser } from '../../shop/users/users.queries.ts'
import { deleteAge, listChildren } from './children.queries.ts'
import { answerAge, readAge } from './children.service.ts'

export const childrenHandlers = {
  mine: calls.children.mine.handler(({ context }) => readAge(context.ctx, requireUser(context).id)),

  answer: calls.children.answer.handler(async ({ input, context }) => {
    const user = requireUser(context)
    await answerAge(context.ctx, user, input)
    return readAge(context.ctx, user.id)
  }),

  list: calls.children.list.handler(({ context: { ctx } }) => listChildren(ctx.db, ctx.now(), MOST_CHILDREN)),

  forget: calls.children.forget.handler(async ({ input, context: { ctx } }) => {
    await ctx.db.transaction(async (trx) => {
      const user = await findUser(trx, input.user_id)
      if (!user || !(await deleteAge(trx, user.id))) throw plainError('not_found', 'No such answer')
      await noteChange(trx, {
        kind: 'user',
        id: user.user_id,
        name: user.name,
        before: { age: 'answered' },
        after: { age: null },
      })
    })
    return { message: 'Age forgotten' }
  }),
}
