import type { OrderEffects } from '../orders/order-effects.ts'
import { giveRewardAgain, takeRewardBack } from './referrals.service.ts'

export const effects: OrderEffects = {
  rewards: {
    undo: (ctx, trx, { order }) => takeRewardBack(ctx, trx, order),
    redo: (ctx, trx, { order }) => giveRewardAgain(ctx, trx, order),
  },
}
