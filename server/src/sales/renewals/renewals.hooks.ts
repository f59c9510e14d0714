import { appError } from '../../errors.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import { boughtAgain, orderHangs, orderMade, ordersShown, pricesSet } from '../orders/moments.ts'
import { findOrderLines } from '../orders/orders.queries.ts'
import { findCheaperLater } from '../orders/refunds/conditions.ts'
import { findRenewal, findRenewals, findRenewalsSince, insertRenewal } from './renewals.queries.ts'
import { priceOfRenewal, renew, requireOpen } from './renewals.service.ts'

export const joins = () => [
  /** A renewal costs its own price, which no code changes; at the list price it is priced as any purchase. */
  pricesSet.by(async (db, { purchase }) => {
    if (purchase.fields.renewal !== 'true') return undefined
    const [courseId, ...more] = purchase.courseIds
    if (courseId === undefined || more.length > 0) throw appError('conflict', 'A renewal is of one course')
    const { pricePaise, course } = await requireOpen(db, purchase.user.id, courseId, purchase.now)
    const priced = { user_id: purchase.user.id, course_id: courseId, price_paise: pricePaise ?? course.price_paise }
    const { price_paise, holdsTax } = await priceOfRenewal(db, { ...priced, now: purchase.now })
    const isList = pricePaise === null && price_paise === course.price_paise && !holdsTax
    return isList ? undefined : { prices: { [courseId]: price_paise }, holdsTax }
  }),
  orderMade.by(async (_ctx, trx, { order, fields }) => {
    if (fields.renewal !== 'true') return
    const [line] = await findOrderLines(trx, [order.order_id])
    if (!line) return
    const { order_id, user_id, created_at } = order
    await insertRenewal(trx, { order_id, user_id, course_id: line.course_id, made_at: new Date(created_at) })
  }),
  /** Who gives back what a renewal renews would have paid the list price. */
  orderHangs.by(async (db, { order_id, user_id, paid_at }) => {
    if (paid_at === null || (await findRenewal(db, order_id))) return []
    const own = (await findOrderLines(db, [order_id])).map(({ course_id }) => course_id)
    const later = await findRenewalsSince(db, { user_id, paid_at, courseIds: own })
    const found = later.map((one) => findCheaperLater(db, one.order_id, { ...one, by: [one.course_id] }))
    return (await Promise.all(found)).flatMap((one) => one ?? [])
  }),
  /** A lost payment of a renewal is tried again as a renewal. */
  boughtAgain.by(async (ctx, { order_id, user, expectedTotal }) => {
    const renewal = await findRenewal(ctx.db, order_id)
    if (!renewal) return null
    const language = await findLanguage(ctx.db, user.id)
    return renew(ctx, user, { courseId: renewal.course_id, expectedTotal, language })
  }),
  ordersShown.by(async (db, orderIds) =>
    (await findRenewals(db, orderIds)).map(({ order_id, course_id }) => ({
      order_id,
      buy_again: `/dashboard?${new URLSearchParams({ renew: course_id })}`,
    })),
  ),
]
