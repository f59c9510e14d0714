import type { OrderStatus } from '../../contract/orders.ts'
import type { Context } from '../context.ts'
import { expireLinkless, findOrder, type OrderRow, updateOrder } from './orders.queries.ts'
import { settleOrder, wordOfLink } from './settle.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** An order without a link this long after it was made was never on its way to the gateway. */
const LINKLESS_MS = 30 * MINUTE

/**
 * Asks the gateway how an order stands and settles what it says. The link is looked for by our reference when its id
 * never reached us. Rejects with a `GatewayError` when the gateway does not answer.
 */
export async function askGateway(ctx: Context, order: OrderRow): Promise<OrderStatus> {
  const link = order.gateway_link_id
    ? await ctx.payments.fetchLink(order.gateway_link_id)
    : await ctx.payments.findLinkByReference(order.order_id)
  if (link) return (await settleOrder(ctx, order.order_id, wordOfLink(link))) ?? order.status
  const age = ctx.now().getTime() - Date.parse(order.created_at)
  if (order.status === 'created' && age > LINKLESS_MS) await expireLinkless(ctx.db, order.order_id)
  return (await findOrder(ctx.db, order.order_id))?.status ?? order.status
}

/** When to ask again: gaps that double from 2 minutes to 6 hours. */
export function nextAsk(ctx: Context, asks: number): string {
  return new Date(ctx.now().getTime() + Math.min(2 * MINUTE * 2 ** asks, 6 * 60 * MINUTE)).toISOString()
}

/** A payment may be captured up to three days after it was authorised; then nothing more can come of a closed link. */
export async function stopAskingWhenDone(ctx: Context, order: OrderRow, status: OrderStatus): Promise<void> {
  const over = ctx.now().getTime() > Date.parse(order.expires_at) + 3 * DAY
  if (status === 'paid' || status === 'review') return
  if (!over) return
  await updateOrder(ctx.db, order.order_id, { ask_after: null })
}
