import { toRupees } from 'contract/money'
import { calls, requireUser } from '../../../context.ts'
import { findUsable } from '../coins.ts'
import { priceFor } from './cart.ts'

export const coinHandlers = {
  usable: calls.coins.usable.handler(async ({ input, context }) => {
    const user = requireUser(context)
    const { priced } = await priceFor(context.ctx, user, input)
    const { coins, paise } = await findUsable(context.ctx.db, user.id, priced)
    return { coins, amount: toRupees(paise) }
  }),
}
