import type { UserOrder } from 'contract/orders/orders'
import type { Context } from '../../context.ts'
import type { Speech } from '../../platform/language/language.ts'
import { findDocumentNames } from '../documents/documents.queries.ts'
import { findGiftCodes } from '../gifts/gifts.queries.ts'
import { whereToPay } from './checkout/pay-address.ts'
import { findDisclaimers } from './disclaimers.queries.ts'
import { findGuaranteesOf } from './guarantee/guarantee.service.ts'
import { findUserOrders } from './order-lists.queries.ts'
import { toUserOrder, withoutCode } from './order-wire.ts'
import { findOrderLines } from './orders.queries.ts'
import { findFailedTries } from './payments.queries.ts'
import { findRefundedCourses } from './refunds/refund-seats.queries.ts'
import { findRefunds } from './refunds/refunds.queries.ts'
import { findOwnedOrders } from './settlement/overlap.queries.ts'
import { findShownWith } from './shown-with-orders.ts'
import { OPEN_TO_MONEY } from './status.ts'

/** Lists a window of a student's orders with all that belongs to each, and counts them; a view hides gift codes. */
export async function ownOrders(
  ctx: Context,
  user: { id: number; viewed_by: number | null },
  window: Parameters<typeof findUserOrders>[2],
  speech: Speech,
): Promise<{ orders: UserOrder[]; total: number }> {
  const { db, config, keyring } = ctx
  const { orders, total } = await findUserOrders(db, user.id, window)
  // A link of other keys may be of another account: whoever wants to pay asks for it anew, which says.
  const keyId = (await keyring.activeKeys().catch(() => undefined))?.keyId
  const ids = orders.map((order) => order.order_id)
  const unpaid = orders.filter(({ status }) => OPEN_TO_MONEY.includes(status)).map((order) => order.order_id)
  const [lines, gifts, refunds, documents, owned, guarantees, gone, disclaimers, failed, features] = await Promise.all([
    findOrderLines(db, ids),
    findGiftCodes(db, ids),
    findRefunds(db, ids),
    findDocumentNames(db, ids),
    findOwnedOrders(db, user.id, unpaid, ctx.now()),
    findGuaranteesOf(db, orders, ctx.now()),
    findRefundedCourses(db, ids),
    findDisclaimers(db, orders),
    findFailedTries(db, unpaid),
    findShownWith(db, ids),
  ])
  const linesOf = Map.groupBy(lines, (line) => line.order_id)
  const shown = user.viewed_by === null ? gifts : gifts.map(withoutCode)
  const giftsOf = Map.groupBy(shown, (gift) => gift.order_id)
  const refundsOf = Map.groupBy(refunds, (refund) => refund.order_id)
  const documentsOf = Map.groupBy(documents, (document) => document.order_id)
  const shownOrders = orders.map((order) => {
    const id = order.order_id
    const shown = toUserOrder(order, linesOf.get(id) ?? [], {
      gifts: giftsOf.get(id) ?? [],
      refunds: refundsOf.get(id) ?? [],
      documents: documentsOf.get(id) ?? [],
      payAt: order.gateway_key_id === keyId ? whereToPay(config, order) : undefined,
      owned: owned.includes(id),
      lastTryFailed: order.status === 'created' && failed.includes(id),
      guarantee: guarantees.get(id),
      disclaimer: disclaimers.get(order.disclaimer_id),
      speech,
      refundedCourses: gone.filter(({ order_id }) => order_id === id).map(({ course_id }) => course_id),
    })
    return { ...shown, ...features.get(id) }
  })
  return { orders: shownOrders, total }
}
