import { isTestKey } from 'contract/key-mode'
import { MONTHS_OF } from 'contract/memberships/memberships'
import { priceCart } from 'contract/orders/price-cart'
import type { Context, Db } from '../../context.ts'
import { theCourse } from '../../courses/enrolments/enrolments.queries.ts'
import type { Payment } from '../../platform/payments/razorpay.ts'
import { taxAt } from '../documents/tax-settings.ts'
import { billingAgain, NO_BILLING } from '../orders/checkout/billing.ts'
import { type Cart, held, linesOf } from '../orders/checkout/cart.ts'
import { findLastState } from '../orders/checkout/last-state.queries.ts'
import { newOrder } from '../orders/checkout/new-order.ts'
import { fetchOrderState } from '../orders/fetch-order-state.ts'
import { insertOrder } from '../orders/orders.queries.ts'
import type { Origin } from '../orders/origin.ts'
import { storePayments } from '../orders/payments.queries.ts'
import { markPaid } from '../orders/settlement/mark-paid.ts'
import { reportNamedMoney } from '../orders/unknown-money.ts'
import { countDebits, insertDebit, isPaid, type Member } from './members.queries.ts'
import { findCourses, type IncludedCourse } from './memberships.queries.ts'

/** `paidAt`: when its money was captured. */
export type Cycle = { from: Date; to: Date; paidAt: Date }

/**
 * Makes the order of a debit, in the transaction that locks its mandate: the order with its number, its payment, access and receipt exist
 * together or not at all, once for each payment. The price holds the tax of the day of the capture. A second payment of a
 * cycle, one after the end, and one whose cycle is over get an order that grants nothing, and go back; that of an erased person goes to the list of unmatched payments.
 */
export async function bookDebit(ctx: Context, trx: Db, member: Member, payment: Payment, cycle: Cycle): Promise<void> {
  const { member_id, user_id, subscription_id } = member
  const now = ctx.now()
  const courses = await findCourses(trx, member)
  const cart = courses.length > 0 ? await cartOf(trx, member, courses, payment.amountPaise, cycle.paidAt) : undefined
  const billing = cart?.tax && {
    ...NO_BILLING,
    billing_state: (await findLastState(trx, user_id)) ?? cart.tax.state_code,
    ...billingAgain(member),
  }
  const order = cart && {
    ...newOrder(ctx, { user: { id: user_id }, billing, origin: await originOf(trx, member) }, cart),
    fingerprint: payment.id,
    poll_after: null,
  }
  const placed =
    order && payment.currency === 'INR'
      ? await insertOrder(trx, order, soldLines(cart), {
          credits: [],
          disclaimer: null,
          test: isTestKey(member.key_id),
        })
      : undefined
  if (!order || !placed?.order_no) {
    const money = {
      id: payment.id,
      kind: 'payment',
      paymentId: payment.id,
      amountPaise: payment.amountPaise,
      named: {},
    } as const
    await reportNamedMoney(ctx, trx, money, subscription_id)
    return
  }
  const { order_id } = order
  const ended = member.end_wanted_at ?? member.ended_at
  const isAfterEnd = ended !== null && cycle.paidAt > new Date(ended)
  const opensNothing = cycle.to <= now || member.cut_at !== null
  const stray = isAfterEnd || opensNothing || (await isPaid(trx, member_id, cycle))
  await insertDebit(trx, {
    payment_id: payment.id,
    member_id,
    order_id,
    from_at: cycle.from.toISOString(),
    to_at: cycle.to.toISOString(),
    stray,
    course_ids: courses.map(({ course_id }) => course_id),
    made_at: now.toISOString(),
  })
  await storePayments(trx, order_id, [payment])
  await markPaid(
    ctx,
    trx,
    { ...order, order_no: placed.order_no },
    {
      payment_id: payment.id,
      gateway_order_id: payment.gatewayOrderId,
      gateway_key_id: member.key_id,
      captured_paise: payment.amountPaise,
      received_at: cycle.paidAt.toISOString(),
    },
  )
  // The check of the order sends back what is owed, and finds what the gateway's dashboard sent back.
  if (stray || payment.amountRefundedPaise > 0) await fetchOrderState(ctx, trx, order)
}

/** The links that brought the member, as they were when they joined: they count for each payment. */
async function originOf(trx: Db, { member_id, source, created_at }: Member): Promise<Origin> {
  const mandate = { at: created_at, payment: (await countDebits(trx, member_id)) + 1 }
  return { channel: 'membership', source: source && { ...source, mandate } }
}

/** A part of the money may go back without a new price for the rest: the courses have no price of their own. */
const soldLines = (cart: Cart) => linesOf(cart).map((line) => ({ ...line, list_price_paise: null }))

const AS_INCLUDED = { sale_price_paise: null, sold: true, lessons: 0 }

/** The debit as one bundle of the courses, by the name of the membership, over the captured sum. */
async function cartOf(
  trx: Db,
  { membership_id, name, period }: Member,
  courses: readonly IncludedCourse[],
  paise: number,
  at: Date,
): Promise<Cart> {
  const tax = await taxAt(trx, at)
  const access_period = `P${MONTHS_OF[period]}M`
  const sold = (course: IncludedCourse) => ({
    ...course,
    access_period,
    legal_disclaimer: null,
    free: false,
    terms: {},
    sells: theCourse(course),
  })
  // Free courses have no price that the sum could be shared by.
  const included = courses.map(({ price_paise, ...course }) => ({ ...course, price_paise: Math.max(price_paise, 1) }))
  const line = { course_id: membership_id, price_paise: paise, quantity: 1, includes: included }
  return {
    courses: [
      {
        ...sold({ course_id: membership_id, name, banner: courses[0]?.banner ?? '', price_paise: paise }),
        included: included.map((one) => ({ ...sold(one), ...AS_INCLUDED, bundle_id: membership_id })),
      },
    ],
    priced: priceCart([line], null, held(tax)),
    code: null,
    offer: null,
    credits: [],
    tax: held(tax),
    holdsTax: tax?.prices === 'exclusive',
    continues: true,
  }
}
