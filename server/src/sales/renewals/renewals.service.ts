import { toPaise, toRupees } from 'contract/money'
import type { BoughtOrder } from 'contract/orders/orders'
import { type RenewalWindow, renewalWindow } from 'contract/renewals/renewal-window'
import type { Renewal } from 'contract/renewals/renewals'
import type { Context, Db } from '../../context.ts'
import { type CourseForSale, findCoursesForSale } from '../../courses/courses/courses.queries.ts'
import { findEnrolment } from '../../courses/enrolments/enrolments.queries.ts'
import { findEndAfter } from '../../courses/enrolments/grants.queries.ts'
import { appError } from '../../errors.ts'
import { taxAt } from '../documents/tax-settings.ts'
import { billingAgain, type InvoiceBilling, NO_BILLING } from '../orders/checkout/billing.ts'
import { buy } from '../orders/checkout/checkout.service.ts'
import { agreedPrice, chargeOf } from '../orders/checkout/price-at.ts'
import { findOrder } from '../orders/orders.queries.ts'
import { following } from '../orders/origin.ts'
import { findOwnedWays } from '../orders/owned-courses.queries.ts'
import { findNamedTotal, findRenewedCourse, type RenewedCourse } from './renewals.queries.ts'

type Student = { id: number; user_id: string }

export type Renewable = {
  course: RenewedCourse & Pick<CourseForSale, 'banner' | 'price_paise'>
  endsAt: Date
  window: RenewalWindow
  /** The end of the new period, if it is paid now. */
  until: Date
  state: Renewal['state']
  /** Price of its own before added tax; null for the list price. */
  pricePaise: number | null
  /** The order that granted the access last; null for a gift or a move. */
  orderId: string | null
}

const notRenewable = () => appError('not_found', 'This course cannot be renewed')

/**
 * Finds how a student renews a course: 404 for a course that is not on sale for a period, for access that never ends, was refunded, or was granted
 * by hand or free.
 */
export async function requireRenewable(db: Db, userId: number, courseId: string, now: Date): Promise<Renewable> {
  const [renewed, [sold], enrolment, ways] = await Promise.all([
    findRenewedCourse(db, courseId),
    findCoursesForSale(db, [courseId], now),
    findEnrolment(db, userId, courseId),
    findOwnedWays(db, userId, [courseId]),
  ])
  const paid = ways.filter(({ way }) => way !== 'granted')
  if (!renewed || !sold || sold.free || !enrolment?.ends_at || paid.length === 0) throw notRenewable()
  const endsAt = new Date(enrolment.ends_at)
  const window = renewalWindow(endsAt)
  const until = await findEndAfter(db, { userId, courseId, period: renewed.access_period, now })
  return {
    course: { ...renewed, banner: sold.banner, price_paise: sold.price_paise },
    endsAt,
    window,
    until,
    state: now < window.from ? 'early' : now > window.to ? 'late' : 'open',
    pricePaise: renewed.renew_price === null ? null : toPaise(renewed.renew_price),
    orderId: paid.findLast(({ order_id }) => order_id !== null)?.order_id ?? null,
  }
}

/** The same for a purchase: 409 before the time to renew, and after it. */
export async function requireOpen(db: Db, userId: number, courseId: string, now: Date): Promise<Renewable> {
  const renewable = await requireRenewable(db, userId, courseId, now)
  if (renewable.state === 'early')
    throw appError('conflict', 'It is too early to renew. Renewals open 30 days before your access ends.')
  if (renewable.state === 'late')
    throw appError('conflict', 'The time to renew has ended. You can buy the course again.')
  return renewable
}

/** Prices a renewal: what a letter named is the most that is charged, whatever became of price and tax since. */
export async function priceOfRenewal(
  db: Db,
  { user_id, course_id, price_paise, now }: { user_id: number; course_id: string; price_paise: number; now: Date },
): Promise<{ price_paise: number; total_paise: number; holdsTax: boolean }> {
  const [tax, named] = await Promise.all([taxAt(db, now), findNamedTotal(db, user_id, course_id)])
  const total = chargeOf(price_paise, tax, course_id)
  if (named === null || named >= total) return { price_paise, total_paise: total, holdsTax: false }
  return { ...agreedPrice({ course_id, price_paise, total_paise: named }, tax), total_paise: named }
}

export async function showRenewal(ctx: Context, user: Student, courseId: string): Promise<Renewal> {
  const { db } = ctx
  const now = ctx.now()
  const { course, endsAt, window, until, state, pricePaise, orderId } = await requireRenewable(
    db,
    user.id,
    courseId,
    now,
  )
  const tax = await taxAt(db, now)
  const price = pricePaise ?? course.price_paise
  const { total_paise } = await priceOfRenewal(db, { user_id: user.id, course_id: courseId, price_paise: price, now })
  return {
    course_id: courseId,
    course_name: course.name,
    course_banner: course.banner,
    ends_at: endsAt.toISOString(),
    ended: endsAt <= now,
    until: until.toISOString(),
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    state,
    total: toRupees(total_paise),
    list_total: toRupees(chargeOf(course.price_paise, tax, courseId)),
    needs_state: tax !== undefined && (await billingOfOrder(db, orderId)) === undefined,
  }
}

type Wanted = { courseId: string; expectedTotal?: number | undefined; state?: string | undefined }

/** Buys a further period; the price is that of `pricesSet` in `renewals.hooks.ts`, and the period is granted as that of any purchase. */
export async function renew(
  ctx: Context,
  user: Student,
  { courseId, expectedTotal, state, language }: Wanted & Pick<Parameters<typeof buy>[1], 'language'>,
): Promise<BoughtOrder> {
  const { orderId } = await requireOpen(ctx.db, user.id, courseId, ctx.now())
  const before = orderId === null ? undefined : await findOrder(ctx.db, orderId)
  return buy(ctx, {
    user,
    origin: following('renewal', before, ctx.now()),
    language,
    courseIds: [courseId],
    expectedTotal,
    billing: (before && billingAgain(before)) ?? (state ? { ...NO_BILLING, billing_state: state } : undefined),
    fields: { renewal: 'true' },
  })
}

/** The details of the invoice that the student had for this course; undefined without one. */
async function billingOfOrder(db: Db, orderId: string | null): Promise<InvoiceBilling | undefined> {
  const order = orderId === null ? undefined : await findOrder(db, orderId)
  return order && billingAgain(order)
}
