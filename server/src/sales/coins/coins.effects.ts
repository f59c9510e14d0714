import type { OrderEffects } from '../orders/order-effects.ts'
import { settleCoins } from './coins.service.ts'

export const effects: OrderEffects = {
  coins: {
    undo: (ctx, trx, { order }) => settleCoins(ctx, trx, order.order_id),
    redo: (ctx, trx, { order }) => settleCoins(ctx, trx, order.order_id),
  },
}
