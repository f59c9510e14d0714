import { calls, requireUser } from '../../context.ts'
import { purchaseBegun } from '../../shop/moments/moments.ts'
import { lookAtGift, lookAtGiftFor, redeemGift } from './gifts.service.ts'

export const giftHandlers = {
  look: calls.gifts.look.handler(({ input, context }) => lookAtGift(context.ctx.db, input.code)),

  lookMine: calls.gifts.lookMine.handler(({ input, context }) =>
    lookAtGiftFor(context.ctx, requireUser(context).id, input.code),
  ),

  redeem: calls.gifts.redeem.handler(async ({ input, context }) => {
    const user = requireUser(context)
    await purchaseBegun(context.ctx, { user })
    const course = await redeemGift(context.ctx, user.id, input)
    return { message: 'Gift code redeemed', ...course }
  }),
}
