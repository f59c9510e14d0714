import type { Context, Db } from '../../context.ts'
import type { OrderEffects, OrderMoney } from '../orders/order-effects.ts'
import { findRefunds } from '../orders/refunds/refunds.queries.ts'
import { endMandate } from './end-mandate.ts'
import { findDebit, lockMember, updateMember } from './members.queries.ts'
import { settleAccess } from './settle-member.ts'

export const effects: OrderEffects = {
  mandates: { undo: followDispute, redo: followDispute },
}

/**
 * A mandate whose bank took a payment back debits no more: it ends at once, with its access. One that was won after all opens again what is paid;
 * its mandate is gone, and its person may join again.
 */
async function followDispute(ctx: Context, trx: Db, { order, now }: OrderMoney): Promise<void> {
  const debit = await findDebit(trx, order.order_id)
  if (!debit) return
  const isLost = (await findRefunds(trx, [order.order_id])).some(
    ({ channel, status }) => channel === 'dispute' && status !== 'failed',
  )
  const member = await lockMember(trx, debit.member_id)
  if (!member) return
  if (isLost) return endMandate(ctx, trx, member, { kind: 'dispute', at: 'now' })
  if (member.end_kind !== 'dispute' || member.cut_at === null) return
  await updateMember(trx, member.member_id, { cut_at: null })
  await settleAccess(trx, member, new Date(now))
}
