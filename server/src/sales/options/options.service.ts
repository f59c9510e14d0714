import { addPeriod } from 'contract/access-period'
import { soldOption } from 'contract/courses/sold-option'
import { toPaise, toRupees } from 'contract/money'
import type { Upgrade } from 'contract/options/options'
import type { Option } from 'contract/options/options.course-fields'
import type { OrderCondition } from 'contract/orders/conditions'
import type { BoughtOrder } from 'contract/orders/orders'
import { priceCart } from 'contract/orders/price-cart'
import type { Context, Db } from '../../context.ts'
import { type CourseForSale, findCoursesForSale } from '../../courses/courses/courses.queries.ts'
import { findEnrolment, theCourse } from '../../courses/enrolments/enrolments.queries.ts'
import { restoreEnrolments, revokeOwnSeat } from '../../courses/enrolments/grants.queries.ts'
import { appError } from '../../errors.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'
import { taxAt } from '../documents/tax-settings.ts'
import { billingAgain, NO_BILLING } from '../orders/checkout/billing.ts'
import { type Cart, findPaidFor } from '../orders/checkout/cart.ts'
import { buy } from '../orders/checkout/checkout.service.ts'
import { chargeOf } from '../orders/checkout/price-at.ts'
import { findUngiven, insertOrderEvent } from '../orders/order-events.queries.ts'
import { findOrder, findOrderLines, lockOrder, type OrderRow } from '../orders/orders.queries.ts'
import { following } from '../orders/origin.ts'
import { findOwnedWays, findPaidInParts } from '../orders/owned-courses.queries.ts'
import { findOwed } from '../orders/refunds/find-owed.ts'
import { giveBackHung } from '../orders/refunds/give-back.ts'
import { findGoneSeats } from '../orders/refunds/refund-seats.queries.ts'
import { PAID } from '../orders/status.ts'
import {
  findBoughtWithOptions,
  findCounted,
  findOptions,
  findUpgrade,
  findUpgradeOrders,
  findUpgradesOn,
  type HangingUpgrade,
  insertOrderOptions,
  type OrderOption,
} from './options.queries.ts'

type Student = { id: number; user_id: string }

export const optionEnded = () => appError('conflict', 'This option has ended. Please choose another one.')

/** Access to a course that one purchase gave, and upgrades of it. */
export type Bought = {
  course: CourseForSale
  options: Option[]
  /** The order of the purchase. */
  base: OrderRow & { paid_at: string }
  endsAt: Date
  /** Paid for the student's own seat by now, less what went back, without added tax. */
  paidPaise: number
}

/** Finds access that can be upgraded: bought on its own in one payment, running, and ending some day. */
export async function findBought(db: Db, userId: number, courseId: string, now: Date): Promise<Bought | undefined> {
  // One after the other: a transaction has one connection.
  const [course] = await findCoursesForSale(db, [courseId], now)
  const options = await findOptions(db, [courseId])
  const ways = await findOwnedWays(db, userId, [courseId])
  const upgrades = await findUpgradeOrders(db, userId, courseId)
  const enrolment = await findEnrolment(db, userId, courseId)
  const inParts = await findPaidInParts(db, userId, [courseId])
  const own = options.get(courseId)
  if (!course || !own || !enrolment?.ends_at || new Date(enrolment.ends_at) <= now || inParts.length > 0)
    return undefined
  const [way, ...others] = ways.filter(({ order_id }) => order_id === null || !upgrades.includes(order_id))
  const base = way?.order_id && others.length === 0 ? await findOrder(db, way.order_id) : undefined
  const line = base && (await findOrderLines(db, [base.order_id])).find((one) => one.course_id === courseId)
  if (!base?.paid_at || !line || line.bundle_id !== null || line.continues) return undefined
  return {
    course,
    options: own,
    base: { ...base, paid_at: base.paid_at },
    endsAt: new Date(enrolment.ends_at),
    paidPaise: await sumPaid(db, userId, courseId),
  }
}

/** Sums what was paid for a student's own seat of a course by now, less what went back, without added tax. */
async function sumPaid(db: Db, userId: number, courseId: string, except?: string): Promise<number> {
  let paid = 0
  for (const { order_id } of await findOwnedWays(db, userId, [courseId]))
    if (order_id !== null && order_id !== except) paid += await findPaidFor(db, order_id, courseId)
  return paid
}

type Longer = {
  option: Option
  name: string
  access_period: string | null
  until: Date | null
  price: number
  due: number
}

/** Lists the options that end later, each with its price and what is due of it, in paise before added tax. */
function longerOptions({ course, options, base, endsAt, paidPaise }: Bought): Longer[] {
  const terms = { ...course, price: toRupees(course.price_paise), options }
  return options.flatMap((option) => {
    const sold = soldOption(terms, option.option_id)
    if (!sold) return []
    const { name, access_period } = sold
    const price = toPaise(sold.price)
    const until = access_period === null ? null : addPeriod(new Date(base.paid_at), access_period)
    if (until !== null && until <= endsAt) return []
    return [{ option, name, access_period, until, price, due: Math.max(0, price - paidPaise) }]
  })
}

/** Lists the options to which a student (`users.id`) can upgrade a course; none where they cannot. */
export async function findLonger(db: Db, userId: number, { courseId, now }: { courseId: string; now: Date }) {
  const bought = await findBought(db, userId, courseId, now)
  return bought ? longerOptions(bought) : []
}

/** Lists what a student's courses can be upgraded to. */
export async function showUpgrades(ctx: Context, user: Student): Promise<Upgrade[]> {
  const { db } = ctx
  const now = ctx.now()
  const courseIds = await findBoughtWithOptions(db, user.id)
  if (courseIds.length === 0) return []
  const tax = await taxAt(db, now)
  const shown: Upgrade[] = []
  for (const courseId of courseIds) {
    const bought = await findBought(db, user.id, courseId, now)
    const longer = bought ? longerOptions(bought) : []
    if (!bought || longer.length === 0) continue
    shown.push({
      course_id: courseId,
      course_name: bought.course.name,
      ends_at: bought.endsAt.toISOString(),
      needs_state: tax !== undefined && billingAgain(bought.base) === undefined,
      options: longer.map(({ option, until, price, due }) => ({
        ...option,
        note: option.note ?? null,
        until: until?.toISOString() ?? null,
        total: toRupees(chargeOf(due, tax, courseId)),
        list_total: toRupees(chargeOf(price, tax, courseId)),
      })),
    })
  }
  return shown
}

type Wanted = {
  courseId: string
  optionId: string
  expectedTotal?: number | undefined
  state?: string | undefined
} & Pick<Parameters<typeof buy>[1], 'language'>

/** Buys a longer option for its price less what was paid. */
export async function upgrade(ctx: Context, user: Student, wanted: Wanted): Promise<BoughtOrder> {
  const { courseId, optionId, expectedTotal, state, language } = wanted
  const { base } = await requireLonger(ctx.db, user.id, wanted, ctx.now())
  return buy(ctx, {
    user,
    origin: following('upgrade', base, ctx.now()),
    language,
    courseIds: [courseId],
    expectedTotal,
    billing: billingAgain(base) ?? (state ? { ...NO_BILLING, billing_state: state } : undefined),
    agreed: {
      price: async (db) => cartOf(db, await requireLonger(db, user.id, wanted, ctx.now()), ctx.now()),
      made: async (trx, { order_id, created_at }) => {
        const { base, paidPaise } = await requireLonger(trx, user.id, wanted, ctx.now())
        const row = { order_id, course_id: courseId, user_id: user.id, option_id: optionId }
        await insertOrderOptions(
          trx,
          [{ ...row, upgrades: base.order_id, counted_paise: paidPaise }],
          new Date(created_at),
        )
      },
    },
  })
}

async function requireLonger(
  db: Db,
  userId: number,
  { courseId, optionId }: Pick<Wanted, 'courseId' | 'optionId'>,
  now: Date,
): Promise<Bought & { longer: Longer }> {
  const options = await findOptions(db, [courseId])
  if (!options.get(courseId)?.some(({ option_id }) => option_id === optionId)) throw optionEnded()
  const bought = await findBought(db, userId, courseId, now)
  if (!bought)
    throw appError('conflict', 'Access that was renewed, paid in parts or bought in a bundle cannot be upgraded')
  const longer = longerOptions(bought).find(({ option }) => option.option_id === optionId)
  if (!longer) throw appError('conflict', 'This option is not longer than your access')
  return { ...bought, longer }
}

async function cartOf(db: Db, { course, longer }: Bought & { longer: Longer }, now: Date): Promise<Cart> {
  const { name, access_period, price, due, option } = longer
  const { course_id } = course
  const tax = await taxAt(db, now)
  const priced = priceCart([{ course_id, price_paise: due, quantity: 1, fixed: true }], null, tax)
  return {
    courses: [{ ...course, name, access_period, price_paise: price, sells: theCourse(course) }],
    priced,
    code: null,
    offer: null,
    credits: [],
    tax: priced.total_paise === 0 ? undefined : tax,
    continues: true,
    fields: { options: { [course_id]: option.option_id } },
  }
}

/** Returns the grant of an upgrade that is paid: until the end that its option would have had from the first. None once other money counts. */
export async function grantOf(
  trx: Db,
  { order_id, now }: { order_id: string; now: Date },
  { user_id, course_id, counted_paise }: OrderOption,
  upgrades: string,
) {
  const line = (await findOrderLines(trx, [order_id])).find((one) => one.course_id === course_id)
  const base = await findOrder(trx, upgrades)
  const isStill = base && (await holdsSeat(trx, base, course_id))
  if (!line || !isStill || (await sumPaid(trx, user_id, course_id, order_id)) !== counted_paise) return []
  const { access_period } = line
  const until = access_period === null ? null : addPeriod(new Date(base.paid_at ?? now), access_period)
  return until === null || until > now ? [{ course_id, access_period: null, given_until: until, continues: true }] : []
}

/** Returns true while the buyer's own seat of a course in an order is paid for. */
async function holdsSeat(db: Db, { order_id, status, paid_at }: OrderRow, courseId: string): Promise<boolean> {
  if (status === 'refunded' || paid_at === null) return false
  const gone = await findGoneSeats(db, order_id, { processed: true })
  return !gone.some(({ course_id, seat }) => course_id === courseId && seat === 0)
}

/** Returns true while all that an upgrade hangs on is paid for. */
async function stands(db: Db, hanging: HangingUpgrade): Promise<boolean> {
  for (const id of await findCounted(db, hanging)) {
    const order = await findOrder(db, id)
    if (!order || !(await holdsSeat(db, order, hanging.course_id))) return false
  }
  return true
}

/** Lists the paid upgrades that go back with the buyer's seat of an order. */
export async function findHanging(db: Db, { order_id }: Pick<OrderRow, 'order_id'>): Promise<OrderCondition[]> {
  const found: OrderCondition[] = []
  for (const hanging of await findUpgradesOn(db, order_id)) {
    const own = await findOrder(db, hanging.order_id)
    const counts = own && PAID.includes(own.status) && (await findCounted(db, hanging)).includes(order_id)
    if (!counts || !(await holdsSeat(db, own, hanging.course_id))) continue
    const { course_id } = hanging
    const line = (await findOrderLines(db, [own.order_id])).find((one) => one.course_id === course_id)
    const left = (await findOwed(db, own)).find(({ payment_id }) => payment_id === own.payment_id)?.left ?? 0
    found.push({
      kind: 'upgrade',
      name: line?.course_name ?? '',
      order_no: own.order_no,
      back: toRupees(left),
      by: [{ course_id, seat: 0, weight: 1 }],
      least: 1,
      benefit: [],
      apart: 0,
    })
  }
  return found
}

/**
 * Has upgrades follow what they extend: once it goes back they open nothing, and go back, too. One whose money is still here opens again once its
 * purchase is paid after all. Safe to repeat.
 */
export async function followBase(ctx: Context, orderId: string): Promise<void> {
  const itself = await findUpgrade(ctx.db, orderId)
  for (const hanging of [...(itself ? [itself] : []), ...(await findUpgradesOn(ctx.db, orderId))])
    await ctx.db.transaction(async (trx) => {
      const { order_id, course_id, user_id } = hanging
      const own = await lockOrder(trx, order_id)
      await lockBuyer(trx, user_id)
      if (!own || !(await holdsSeat(trx, own, course_id))) return
      const now = ctx.now().toISOString()
      if (!(await stands(trx, hanging))) {
        await revokeOwnSeat(trx, { orderId: order_id, courseId: course_id, now })
        await giveBackHung(ctx, trx, own, course_id)
        return
      }
      await restoreEnrolments(trx, { orderId: order_id, codes: [], without: [] })
      if ((await findUngiven(trx, order_id)).hung)
        await insertOrderEvent(trx, { order_id, kind: 'base_back', created_at: now })
    })
}
