import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { findAdAgent, listConsents } from '../../shop/consents/consents.queries.ts'
import { findOrderWithBuyer } from '../orders/order-lists.queries.ts'
import { findOrderLines, type OrderLineRow, type OrderRow } from '../orders/orders.queries.ts'
import { findRefunds, type RefundRow } from '../orders/refunds/refunds.queries.ts'
import { findAdConfig, openAdSecret } from './ad-config.queries.ts'
import { type AdEventRow, endAdEvent, findAdEvent, findPurchaseState, noteAdTrouble } from './ad-events.queries.ts'
import { receiverOf } from './ads.service.ts'
import { type AdEvent, type Receiver, sendToReceiver } from './receivers.ts'

/** Meta refuses what is older than 7 days, Google what is older than 72 hours; an hour is for the way. */
const OLDEST_MS = { meta: 7 * DAY_MS - 3_600_000, ga4: 3 * DAY_MS - 3_600_000 } as const

/**
 * Tells a receiver of one sale or refund, once, if the buyer agrees at this moment. Each try has the same id, by which the receiver drops a
 * repeat after a lost answer. Rejects while the receiver is away, so that the queue tries again.
 */
export async function sendAdEvents(ctx: Context, id: number): Promise<void> {
  const row = await findAdEvent(ctx.db, id)
  if (row?.state !== 'waiting') return
  const end = (state: 'sent' | 'dropped', reason: string | null = null) =>
    endAdEvent(ctx.db, id, { state, reason, now: ctx.now() })
  const config = await findAdConfig(ctx.db, row.channel)
  if (!config?.active) return end('dropped', 'The connection is off')
  const secret = openAdSecret(config, ctx.config.encryptionKeys)
  if (secret === undefined) return end('dropped', 'The secret cannot be read. Save it again.')
  const to = receiverOf(ctx, config, secret)
  if (row.kind === 'refund') {
    const sale = await findPurchaseState(ctx.db, row)
    if (sale === 'dropped') return end('dropped', 'The sale was not reported')
    if (sale === 'waiting') throw new Error('the sale of a refund is not reported yet')
  }
  const found = await eventOf(ctx, row, to)
  if (typeof found === 'string') return end('dropped', found)
  const notified = await sendToReceiver(to, found)
  if (notified.kind === 'sent') return end('sent')
  if (notified.kind === 'refused') return end('dropped', notified.message)
  await noteAdTrouble(ctx.db, id, notified.message)
  throw new Error(notified.message)
}

/** Builds the event, or returns the reason why nobody hears of it. */
async function eventOf(ctx: Context, row: AdEventRow, { channel }: Receiver): Promise<AdEvent | string> {
  const order = await findOrderWithBuyer(ctx.db, row.order_id)
  if (!order?.paid_at || !order.buyer_id) return 'The account was deleted'
  const consents = await listConsents(ctx.db, order.user_id)
  if (!consents.some(({ purpose, agreed }) => purpose === 'ads' && agreed)) return 'The buyer did not agree'
  const refund =
    row.kind === 'refund'
      ? (await findRefunds(ctx.db, [row.order_id])).find((one) => one.refund_id === row.refund_id)
      : undefined
  if (row.kind === 'refund' && refund?.status !== 'processed') return 'The refund failed'
  const at = new Date(row.kind === 'refund' ? row.created_at : order.paid_at)
  if (ctx.now().getTime() - at.getTime() > OLDEST_MS[channel]) return 'Too old for the receiver'
  const seen = await findAdAgent(ctx.db, order.user_id)
  const lines = await findOrderLines(ctx.db, [row.order_id])
  const touch = order.source?.last?.fbclid ? order.source.last : order.source?.first
  return {
    kind: row.kind,
    orderId: row.order_id,
    at,
    coupon: order.promocode,
    paise: refund ? refund.amount_paise : (order.captured_paise ?? order.total_paise),
    items: refund ? itemsBack(order, lines, refund) : itemsOf(lines),
    page: `${ctx.config.storeUrl}/checkout`,
    person: {
      id: order.buyer_id,
      email: order.buyer_email,
      phone: order.buyer_phone,
      name: order.buyer_name,
      agent: seen?.agent ?? null,
      address: seen?.address ?? null,
    },
    click: touch?.fbclid ? { fbclid: touch.fbclid, at: touch.at } : null,
  }
}

const itemsOf = (lines: readonly OrderLineRow[]): AdEvent['items'] =>
  lines.map(({ course_id, course_name: name, total_paise, quantity }) => {
    return { course_id, name, quantity, paise: Math.round(total_paise / quantity) }
  })

/** Lists what went back: every course with the whole sum, the picked seats, and none with a part of the sum. */
function itemsBack(
  order: Pick<OrderRow, 'captured_paise' | 'total_paise'>,
  lines: readonly OrderLineRow[],
  refund: Pick<RefundRow, 'amount_paise' | 'lines'>,
): AdEvent['items'] {
  if (refund.amount_paise >= (order.captured_paise ?? order.total_paise)) return itemsOf(lines)
  return lines.flatMap(({ course_id, course_name: name }, at) => {
    const { paise = 0, seats: quantity = 0 } = refund.lines?.[at] ?? {}
    return quantity > 0 ? [{ course_id, name, quantity, paise: Math.round(paise / quantity) }] : []
  })
}
