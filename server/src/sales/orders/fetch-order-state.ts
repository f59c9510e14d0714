import type { Context, Db } from '../../context.ts'
import { noteDispute } from '../disputes/disputes.queries.ts'
import { findOrder, findOrderByPayment, type OrderRow } from './orders.queries.ts'

/** Names of an order at the gateway: our reference, its own ids, or a payment's description, which is the link's id with `#`. */
export type Named = {
  reference?: string | null | undefined
  paymentId?: string | null | undefined
  gatewayOrderId?: string | null | undefined
  linkId?: string | null | undefined
  description?: string | null | undefined
  /** A dispute about the payment, which is read with its order. */
  disputeId?: string | null | undefined
}

export async function findNamedOrder(db: Db, { reference, ...ids }: Named): Promise<OrderRow | undefined> {
  const order = reference ? await findOrder(db, reference) : undefined
  if (order) return order
  return findOrderByPayment(db, {
    payment_id: ids.paymentId,
    gateway_order_id: ids.gatewayOrderId,
    gateway_link_id: ids.linkId ?? linkOfDescription(ids.description),
  })
}

/**
 * Queues one check of an order at the gateway, with the named dispute; repeats share the waiting job. Runs in the
 * transaction that found the need.
 */
export async function fetchOrderState(
  ctx: Context,
  trx: Db,
  { order_id }: Pick<OrderRow, 'order_id'>,
  { disputeId: dispute_id, paymentId: payment_id }: Named = {},
): Promise<void> {
  if (dispute_id && payment_id)
    await noteDispute(trx, { dispute_id, order_id, payment_id, noted_at: ctx.now().toISOString() })
  await ctx.queue.send(trx, 'reconcile-order', { order_id }, { singletonKey: order_id })
}

/** Returns the id of the link that a payment's description names, if any. */
export function linkOfDescription(description: string | null | undefined): string | undefined {
  return /^#[A-Za-z0-9]{14}$/.test(description ?? '') ? description?.replace('#', 'plink_') : undefined
}
