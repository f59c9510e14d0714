import { uniteCarts } from 'contract/merge-carts'
import { calls, requireUser } from '../../context.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import { buyableOf, findCart, saveCart } from './carts.queries.ts'

export const cartHandlers = {
  get: calls.carts.get.handler(async ({ context }) => {
    const { ctx } = context
    const { id } = requireUser(context)
    return buyableOf(ctx.db, id, await findCart(ctx.db, id), ctx.now())
  }),

  put: calls.carts.put.handler(async ({ input, context }) => {
    const { ctx } = context
    const { id } = requireUser(context)
    const lines = uniteCarts(input)
    await ctx.db.transaction(async (trx) => {
      await lockLiving(trx, id)
      await saveCart(trx, id, lines, ctx.now())
    })
    return buyableOf(ctx.db, id, lines, ctx.now())
  }),
}
