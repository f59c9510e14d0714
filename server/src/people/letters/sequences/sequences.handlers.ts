import { calls } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { findCartByToken } from './order-cart.queries.ts'
import { readSequences, writeSequence } from './sequences.service.ts'

export const sequenceHandlers = {
  list: calls.sequences.list.handler(({ context }) => readSequences(context.ctx.db)),

  create: calls.sequences.create.handler(({ input, context }) => writeSequence(context.ctx, context, input.body)),

  cart: calls.sequences.cart.handler(async ({ input, context }) => {
    context.setHeader('Cache-Control', 'no-store')
    const cart = await findCartByToken(context.ctx.db, input.token)
    if (!cart) throw plainError('not_found', 'This cart is not there any more')
    const { courses, promocode } = cart
    return { courses: courses.map(({ course_id, quantity }) => ({ course_id, quantity })), promocode }
  }),

  update: calls.sequences.update.handler(({ input, context }) =>
    writeSequence(context.ctx, context, input.body, input.params.id),
  ),
}
