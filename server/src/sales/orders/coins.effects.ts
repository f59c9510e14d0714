import { settleCoins } from './coins.ts'
import type { OrderEffects } from './order-effects.ts'

export const effects: OrderEffects = {
  coins: {
    undo: (ctx, trx, { order }) => settleCoins(ctx, trx, order.order_id),
    redo: (ctx, trx, { order }) => settleCoins(ctx, trx, order.order_id),
  },
}
