import { randomBytes } from 'node:crypto'
import { clearCode } from 'contract/draw-text'
import { formatRupees, toPaise } from 'contract/money'
import { type PricedCart, priceCart } from 'contract/orders/price-cart'
import type { Db } from '../../server/src/context.ts'
import type { Payment } from '../../server/src/platform/payments/gateway.ts'
import { storePayments } from '../../server/src/sales/orders/payments.queries.ts'
import { feesOf } from '../sandbox-gateway/entities.ts'
import { newId } from '../sandbox-gateway/ids.ts'
import type { DemoCourse } from './demo-course.ts'
import type { StoredMedia } from './seed-media.ts'
import { daysBefore, randomId } from './seed-student.ts'
import { type DemoOrder, studentOrders, studentProgress } from './student-orders.ts'

const MINUTE_MS = 60_000
/** States after a payment. */
const CHARGED: readonly string[] = ['paid', 'review', 'refunded', 'partially_refunded']
/** States with access to the courses. */
const GRANTED: readonly string[] = ['paid', 'refunded', 'partially_refunded']

interface Seed {
  db: Db
  courses: readonly DemoCourse[]
  media: StoredMedia
  student: number
  friend: number
  now: Date
}

/** Inserts the student's orders with their lines, enrolments, gift codes and refunds. */
export async function insertOrders(seed: Seed): Promise<void> {
  // Numbers grow with time.
  for (const order of studentOrders.toSorted((a, b) => b.daysAgo - a.daysAgo)) await insertOrder(seed, order)
  await insertProgress(seed)
}

async function insertOrder(seed: Seed, order: DemoOrder): Promise<void> {
  const { db, student, now } = seed
  const order_id = randomId('ord')
  const made = daysBefore(now, order.daysAgo)
  const minutesLater = (minutes: number) => new Date(made.getTime() + minutes * MINUTE_MS)
  const charged = CHARGED.includes(order.status)
  const priced = priceCart(
    order.lines.map((line) => ({ ...line, price_paise: toPaise(courseOf(seed, line.course_id).price) })),
    order.promocode,
  )
  const captured_paise = charged ? toPaise(order.captured ?? 0) || priced.total_paise : null
  const payment_id = charged ? `pay_${randomBytes(7).toString('hex')}` : null

  await db('orders').insert({
    order_id,
    user_id: student,
    status: order.status,
    test: true,
    // Never equal to the fingerprint of a cart, so the same purchase creates a new order.
    fingerprint: `demo:${order_id}`,
    subtotal_paise: priced.subtotal_paise,
    discount_paise: priced.discount_paise,
    minimum_charge_paise: priced.minimum_charge_paise,
    total_paise: priced.total_paise,
    promocode: order.promocode?.promocode ?? null,
    promocode_discount: order.promocode?.discount ?? null,
    promocode_id: order.promocode ? db('promocodes').where(order.promocode).select('id') : null,
    payment_id,
    captured_paise,
    created_at: made,
    expires_at: minutesLater(24 * 60),
    paid_at: GRANTED.includes(order.status) ? minutesLater(2) : null,
  })
  await db('order_lines').insert(linesOf(seed, order_id, priced))
  if (payment_id && captured_paise !== null)
    await storePayments(db, order_id, [
      demoPayment({ id: payment_id, orderId: order_id, amountPaise: captured_paise, createdAt: minutesLater(2) }),
    ])
  if (order.status !== 'created') {
    const detail = order.captured
      ? `${formatRupees(toPaise(order.captured))} came, ${formatRupees(priced.total_paise)} was asked for, ${payment_id}`
      : 'Demo data'
    await db('order_events').insert({ order_id, kind: order.status, detail, created_at: minutesLater(3) })
  }
  if (order.refund && payment_id) {
    await db('refunds').insert({
      refund_id: randomId('ref'),
      gateway_refund_id: newId('rfnd_'),
      order_id,
      payment_id,
      amount_paise: toPaise(order.refund),
      status: 'processed',
      reason: 'Asked for within 30 days',
      created_at: daysBefore(now, order.daysAgo - 1),
      updated_at: daysBefore(now, order.daysAgo - 1),
    })
  }
  if (GRANTED.includes(order.status)) await grant(seed, order, order_id, minutesLater(2))
}

/** Builds a captured payment by UPI, with the fee of the sandbox. */
function demoPayment(paid: Pick<Payment, 'id' | 'orderId' | 'amountPaise' | 'createdAt'>): Payment {
  const { fee: feePaise, tax: taxPaise } = feesOf({ amount_paise: paid.amountPaise, buyer_fee_paise: 0 })
  return Object.assign(paid, {
    status: 'captured' as const,
    captured: true,
    feeAwaited: false,
    currency: 'INR',
    gatewayOrderId: null,
    offerId: null,
    amountRefundedPaise: 0,
    chargedPaise: paid.amountPaise,
    feePaise,
    taxPaise,
    method: 'upi',
    errorCode: null,
    errorDescription: null,
    description: null,
  })
}

function linesOf(seed: Seed, order_id: string, priced: PricedCart) {
  return priced.lines.map(({ course_id, price_paise, quantity, discount_paise, total_paise }, position) => {
    const course = courseOf(seed, course_id)
    return {
      order_id,
      position,
      course_id,
      course_name: course.name,
      course_banner: seed.media.urlOf(course.banner),
      price_paise,
      quantity,
      discount_paise,
      total_paise,
    }
  })
}

/**
 * Enrols the buyer once per course, and creates a gift code for each further seat; the friend has redeemed the first
 * code.
 */
async function grant({ db, student, friend, now }: Seed, order: DemoOrder, order_id: string, at: Date): Promise<void> {
  const revoked_at = order.status === 'refunded' ? daysBefore(now, order.daysAgo - 1) : null
  await db('enrolments').insert(
    order.lines.map(({ course_id }) => ({ user_id: student, course_id, order_id, granted_at: at, revoked_at })),
  )
  const redeemed = daysBefore(now, 11)
  const codes = order.lines.flatMap(({ course_id, quantity }) =>
    Array.from({ length: quantity - 1 }, (_, seat) => ({
      code: clearCode(12),
      order_id,
      course_id,
      seat: seat + 1,
      redeemed_by: seat === 0 ? friend : null,
      redeemed_at: seat === 0 ? redeemed : null,
      created_at: at,
    })),
  )
  if (codes.length === 0) return
  await db('gift_codes').insert(codes)
  const used = codes.filter(({ redeemed_by }) => redeemed_by !== null)
  await db('enrolments').insert(
    used.map(({ code, course_id }) => ({ user_id: friend, course_id, gift_code: code, granted_at: redeemed })),
  )
}

async function insertProgress({ db, student, now }: Seed): Promise<void> {
  for (const { course_id, finished, minutes } of studentProgress) {
    const lessons = await db('lessons')
      .where({ course_id })
      .orderBy('position')
      .select<{ lesson_id: string }[]>('lesson_id')
    const done = finished === 'all' ? lessons : lessons.slice(0, finished)
    await db('lesson_progress').insert(
      done.map(({ lesson_id }, i) => ({
        user_id: student,
        course_id,
        lesson_id,
        seconds: minutes * 60 + i * 45,
        completed_at: daysBefore(now, done.length - i),
        updated_at: daysBefore(now, done.length - i),
      })),
    )
  }
  // The student was there for the last of these lessons.
  await db('users')
    .where({ id: student })
    .update({ last_seen_at: daysBefore(now, 1) })
}

function courseOf({ courses }: Seed, courseId: string): DemoCourse {
  const course = courses.find(({ course_id }) => course_id === courseId)
  if (!course) throw new Error(`The demo data has no course ${courseId}`)
  return course
}
