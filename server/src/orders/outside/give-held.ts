import type { Context } from '../../context.ts'
import { findUser, lockBuyer } from '../../users/users.queries.ts'
import { lockOrder } from '../orders.queries.ts'
import { PAID } from '../records/status.ts'
import { giveBackOwed } from '../refunds/give-back.ts'
import { applyRefundEffects } from '../refunds/refunds.ts'
import { grantLines } from '../settlement/mark-paid.ts'
import { findHeld, release } from './outside-payments.queries.ts'

/** Gives a student who has proven the address what was booked for it before; nothing of an order whose money went back. */
export async function giveHeld(ctx: Context, userId: string): Promise<void> {
  const user = await findUser(ctx.db, userId)
  const holder = user && (await lockBuyer(ctx.db, user.id))
  if (!user || !holder?.is_holders) return
  for (const orderId of await findHeld(ctx.db, user.id, holder.email)) {
    await ctx.db.transaction(async (trx) => {
      // The order first, as a refund does.
      const order = await lockOrder(trx, orderId)
      const buyer = await lockBuyer(trx, user.id)
      if (!order || !buyer?.is_holders || buyer.email !== holder.email || !(await release(trx, orderId))) return
      if (!PAID.includes(order.status)) return
      await grantLines(trx, order, ctx.now())
      await giveBackOwed(ctx, trx, order)
      await applyRefundEffects(ctx, trx, order)
    })
  }
}
