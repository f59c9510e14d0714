import { toRupees } from 'contract/money'
import { AFTER_OFFER_MINUTES, type AfterOffer } from 'contract/orders/after-offer'
import type { BoughtOrder } from 'contract/orders/orders'
import type { SignedReturn } from 'contract/orders/returns'
import type { Context } from '../../../context.ts'
import { findOwned, theCourse } from '../../../courses/enrolments/enrolments.queries.ts'
import { appError } from '../../../errors.ts'
import { isProtected } from '../../../shop/consents/consents.queries.ts'
import { findLanguage } from '../../../shop/users/language.queries.ts'
import { offerFor } from '../../offers/offers.service.ts'
import { billingAgain } from '../checkout/billing.ts'
import { priceFromTables } from '../checkout/cart.ts'
import { buy } from '../checkout/checkout.service.ts'
import { findOrderLines, type OrderRow } from '../orders.queries.ts'
import { following } from '../origin.ts'
import { findReturned } from '../returns/returns.service.ts'

type SignedOrder = { order_no: string; proof: SignedReturn }

/** Finds what the page of a paid order offers beside it; null where there is nothing, or no longer. */
export async function findAfterOffer(ctx: Context, signed: SignedOrder): Promise<AfterOffer | null> {
  const order = await findSigned(ctx, signed)
  return order ? (await findFor(ctx, order)).offer : null
}

/** Orders what the page of a paid order offers, for its buyer. */
export async function takeAfterOffer(
  ctx: Context,
  { offer_id, expected_total, ...signed }: SignedOrder & { offer_id: string; expected_total?: number | undefined },
): Promise<BoughtOrder> {
  const signedOrder = await findSigned(ctx, signed)
  if (!signedOrder) throw appError('not_found', 'Order not found')
  const { order, courses, offer } = await findFor(ctx, signedOrder)
  if (offer?.offer_id !== offer_id || order.buyer_id === null) throw appError('offer_ended', 'This offer has ended')
  return buy(ctx, {
    user: { id: order.user_id, user_id: order.buyer_id },
    language: await findLanguage(ctx.db, order.user_id),
    courseIds: [],
    offer: offer_id,
    after: courses,
    lands: offer.course_id,
    until: new Date(offer.until),
    expectedTotal: expected_total,
    billing: billingAgain(order),
    origin: following('after_offer', order, ctx.now()),
  })
}

type Signed = NonNullable<Awaited<ReturnType<typeof findReturned>>>
type Found = { order: Signed; courses: string[]; offer: AfterOffer | null }

/** Undefined for an address that is not signed, or signed for another order. */
async function findSigned(ctx: Context, { order_no, proof }: SignedOrder): Promise<Signed | undefined> {
  const order = await findReturned(ctx, proof)
  return order && order.order_no === order_no.toUpperCase() ? order : undefined
}

async function findFor(ctx: Context, order: Signed): Promise<Found> {
  const lines = await findOrderLines(ctx.db, [order.order_id])
  const courses = [...new Set(lines.flatMap(({ bundle_id, course_id }) => [course_id, bundle_id ?? []].flat()))]
  const until = endOf(order)
  const now = ctx.now()
  // One offer: what is bought after paying leads to no further one.
  const isSecond = lines.some(({ offer_id, position }) => offer_id !== null && position === 0)
  if (!until || until <= now || isSecond || (await isProtected(ctx.db, order.user_id, now)))
    return { order, courses, offer: null }
  const [found] = await offerFor(ctx.db, courses, now, 'after')
  const owned = found && (await findOwned(ctx.db, order.user_id, [theCourse(found)], now)).length > 0
  if (!found || owned) return { order, courses, offer: null }
  const cart = await priceFromTables(ctx.db, { courseIds: [], offer: found.offer_id, after: courses, now })
  const total = toRupees(cart.priced.total_paise)
  return { order, courses, offer: { ...found, total, until: until.toISOString() } }
}

/** The moment until which an order has an offer; undefined where nothing was paid, or some of it went back. */
function endOf({ status, paid_at, total_paise }: OrderRow): Date | undefined {
  if (status !== 'paid' || paid_at === null || total_paise === 0) return undefined
  return new Date(Date.parse(paid_at) + AFTER_OFFER_MINUTES * 60_000)
}
