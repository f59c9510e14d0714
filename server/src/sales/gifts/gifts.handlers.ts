import { calls, requireUser } from '../../context.ts'
import { lookAtGift, lookAtGiftFor, redeemGift } from './gifts.service.ts'

export const giftHandlers = {
  look: calls.gifts.look.handler(({ input, context }) => lookAtGift(context.ctx.db, input.code)),

  lookMine: calls.gifts.lookMine.handler(({ input, context }) =>
    lookAtGiftFor(context.ctx, requireUser(context).id, input.code),
  ),

  redeem: calls.gifts.redeem.handler(async ({ input, context }) => {
    const course = await redeemGift(context.ctx, requireUser(context).id, input)
    return { message: 'Gift code redeemed', ...course }
  }),
}
