import type { OrderEffects } from '../orders/order-effects.ts'

export const effects: OrderEffects = {
  upgrades: {
    undo: (ctx, trx, { order: { order_id } }) => ctx.queue.send(trx, 'follow-base', { order_id }),
    redo: (ctx, trx, { order: { order_id } }) => ctx.queue.send(trx, 'follow-base', { order_id }),
  },
}
