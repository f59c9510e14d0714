import { addDays, indianDay } from 'contract/indian-time'
import type { PricedCart } from 'contract/orders/price-cart'
import { type PartsTerms, splitIntoParts, termsOf } from 'contract/parts/plan-parts'
import type { Db } from '../../context.ts'
import { findEnrolment } from '../../courses/enrolments/enrolments.queries.ts'
import { appError } from '../../errors.ts'
import { messageNeeded, personErased, toolsInUse } from '../../shop/moments/moments.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'
import {
  accessDecided,
  boughtAgain,
  orderMade,
  orderPaid,
  ordersShown,
  type PricedPurchase,
  pricesSet,
} from '../orders/moments.ts'
import { findOrderLines } from '../orders/orders.queries.ts'
import {
  endAfterPart,
  endPlansOf,
  findOpenPlan,
  findOrderParts,
  findPlan,
  findPlanOfOrder,
  findTerms,
  insertPlan,
  isInUse,
  isOpen,
  lockPlan,
  nextPart,
} from './parts.queries.ts'
import { newPlanId, notePartPaid, payFirstAgain, payPart, planPath, startedPlan } from './parts.service.ts'

const NOT_IN_PARTS = 'This purchase cannot be paid in parts. Please pay it at once.'

/**
 * Splits a cart's price into parts, in paise: of one seat of one course that is sold so, without code, credit or anything else taken off. 409
 * `conflict` for any other.
 */
async function splitCart(
  db: Db,
  { user, courseIds, courses, fields, now }: PricedPurchase,
  priced: PricedCart,
): Promise<{ courseId: string; amounts: number[]; terms: PartsTerms }> {
  const [courseId] = courseIds
  const sold = courseIds.length > 1 ? undefined : courses[0]?.terms.parts
  const terms = sold && termsOf(sold)
  const access = courseId === undefined ? undefined : await findEnrolment(db, user.id, courseId)
  const has = access && (access.ends_at === null || new Date(access.ends_at) > now)
  const renews = 'renewal' in fields && fields.renewal === 'true'
  // Coins are taken off once this price is set.
  const spends = 'coins' in fields && Boolean(fields.coins)
  const isOne = priced.lines.length === 1 && priced.lines[0]?.includes === undefined
  const plain = !has && !renews && !spends && isOne && priced.credit_paise === 0 && priced.discount_paise === 0
  const amounts = terms && plain ? splitIntoParts(priced.subtotal_paise, terms) : undefined
  if (courseId === undefined || !terms || !amounts) throw appError('conflict', NOT_IN_PARTS)
  return { courseId, amounts, terms }
}

export const joins = () => [
  /**
   * A part opens its course until the next one is overdue, and the last for as long as the course is sold. A part that another order has paid, and
   * one of a plan that is not open, grant nothing: their money goes back.
   */
  accessDecided.by(async (_ctx, trx, { order_id, user_id, now }) => {
    const of = await findPlanOfOrder(trx, order_id)
    const plan = of && (await lockPlan(trx, of.plan_id))
    if (!of || !plan) return null
    const { course_id } = plan
    if (!isOpen(plan) || plan.parts.some(({ part, paid_at }) => part === of.part && paid_at !== null))
      return { courses: [] }
    const isFirst = of.part === 1
    if (isFirst && (await findOpenPlan(trx, user_id, course_id))) return { courses: [] }
    const given_until = isFirst
      ? endAfterPart(startedPlan(plan, now), 1, now)
      : endAfterPart(plan, of.part, new Date(plan.started_at ?? now))
    const silent = of.part < plan.parts.length
    return { courses: [{ course_id, access_period: null, given_until, continues: !isFirst, silent }] }
  }),
  orderPaid.by((_ctx, trx, { order_id, now }) => notePartPaid(trx, order_id, new Date(now))),
  personErased.by((trx, { id }) => endPlansOf(trx, id)),
  /** A message about a part is sent while the part is the next one of an open plan, due on that day. */
  messageNeeded.by(async ({ db }, { kind, key, userId }) => {
    const [planId = '', part, dueOn] = key.split(' ')
    const plan = kind === 'due' ? await findPlan(db, planId) : undefined
    if (!plan) return undefined
    const due = isOpen(plan) ? nextPart(plan) : undefined
    return plan.user_id === userId && due?.part === Number(part) && due.due_on === dueOn
  }),
  /** A cart that is paid in parts costs its first part. */
  pricesSet.by(async (db, { purchase, priced }) => {
    if (purchase.fields.parts !== 'true') return undefined
    const { courseId, amounts } = await splitCart(db, purchase, priced)
    return { prices: { [courseId]: amounts[0] ?? 0 } }
  }),
  orderMade.by(async (_ctx, trx, { order, fields }) => {
    if (fields.parts !== 'true') return
    const [line] = await findOrderLines(trx, [order.order_id])
    if (!line) return
    const sold = await findTerms(trx, line.course_id)
    const terms = sold?.parts && termsOf(sold.parts)
    const amounts = terms && splitIntoParts(line.list_price_paise ?? 0, terms)
    if (!terms || amounts?.[0] !== line.price_paise) throw appError('conflict', NOT_IN_PARTS)
    const { course_id, course_name, access_period } = line
    const { every_days, grace_days } = terms
    const plan = {
      plan_id: newPlanId(),
      user_id: order.user_id,
      course_id,
      course_name,
      every_days,
      grace_days,
      access_period,
    }
    await insertPlan(trx, plan, { amounts, orderId: order.order_id, now: new Date(order.created_at) })
  }),
  /** A lost payment of a part is tried again as that part. */
  boughtAgain.by(async (ctx, { order_id, user, expectedTotal }) => {
    const of = await findPlanOfOrder(ctx.db, order_id)
    const plan = of && (await findPlan(ctx.db, of.plan_id))
    if (!of || !plan) return null
    const language = await findLanguage(ctx.db, user.id)
    if (plan.started_at !== null) return payPart(ctx, user, { planId: plan.plan_id, language })
    return payFirstAgain(ctx, user, { orderId: order_id, expectedTotal, language })
  }),
  ordersShown.by(async (db, orderIds) =>
    (await findOrderParts(db, orderIds)).map(({ order_id, started, created_at, due_on, every_days, ...plan }) => ({
      order_id,
      plan: { ...plan, due_on: due_on ?? addDays(indianDay(new Date(created_at)), (plan.part - 1) * every_days) },
      ...(started ? { buy_again: planPath(plan.plan_id) } : {}),
      stays: 'An order of instalments cannot be moved: its plan is its buyer’s',
    })),
  ),
  toolsInUse.by(async (db) => ((await isInUse(db)) ? ['due'] : [])),
]
