import type { OrderEffects } from '../orders/order-effects.ts'
import { endPlanRow, findPlanOfOrder, lockPlan, reopenPlan } from './parts.queries.ts'
import { notePartPaid } from './parts.service.ts'

export const effects: OrderEffects = {
  plans: {
    /** Nobody pays on for what they have returned. */
    undo: async (_ctx, trx, { order, now }) => {
      const plan = await lockPlanPaidBy(trx, order.order_id)
      if (plan) await endPlanRow(trx, plan.plan_id, 'refunded', new Date(now))
    },
    redo: async (_ctx, trx, { order, now }) => {
      // The part's access may replace what the buyer had when the part was paid.
      await notePartPaid(trx, order.order_id, new Date(now))
      const plan = await lockPlanPaidBy(trx, order.order_id)
      if (plan?.end_kind === 'refunded') await reopenPlan(trx, plan)
    },
  },
}

async function lockPlanPaidBy(trx: Parameters<typeof lockPlan>[0], orderId: string) {
  const of = await findPlanOfOrder(trx, orderId)
  const plan = of && (await lockPlan(trx, of.plan_id))
  return plan?.parts.some(({ paid_order_id }) => paid_order_id === orderId) ? plan : undefined
}
