import { calls, requireUser } from '../../context.ts'
import { redeemGift } from './gifts.service.ts'

export const giftHandlers = {
  redeem: calls.gifts.redeem.handler(async ({ input, context }) => {
    const course = await redeemGift(context.ctx, requireUser(context).id, input)
    return { message: 'Gift code redeemed', ...course }
  }),
}
