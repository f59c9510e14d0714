import { dayStart, indianDay } from 'contract/indian-time'
import { formatRupees, toPaise } from 'contract/money'
import { type OutsideMethod, receivedWarnings } from 'contract/orders/outside-payments'
import type { Context, Db } from '../../../context.ts'
import { invalidField, plainError } from '../../../errors.ts'
import { answerOnce } from '../../../platform/db/idempotency.ts'
import { noteChange, noteRepeat } from '../../../shop/activity/note-change.ts'
import { findUser, lockBuyer } from '../../../shop/users/users.queries.ts'
import { findTaxSince } from '../../documents/documents.queries.ts'
import { type InvoiceBilling, stateMissing } from '../checkout/billing.ts'
import { type Cart, linesOf, priceFromTables, refuseOwned } from '../checkout/cart.ts'
import { newOrder } from '../checkout/new-order.ts'
import { cartAt } from '../checkout/price-at.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { insertOrder, updateOrder } from '../orders.queries.ts'
import { broughtBefore } from '../origin.ts'
import { findBookedOutside, insertOutside, outsidePaymentId } from '../outside-payments.queries.ts'
import { storePayments } from '../payments.queries.ts'
import { markPaid } from '../settlement/mark-paid.ts'

const refuse = (message: string) => invalidField('amount', message)

/** The cart at what was received, in paise: what is missing to the price is a discount. 422 above the price. */
function priceOutside(cart: Cart, received: number): Cart {
  const full = cart.priced.total_paise
  if (received > full) throw refuse(`These courses cost ${formatRupees(full)}: enter at most that`)
  return cartAt(cart, received)
}

export type OutsideSale = {
  user_id: string
  course_ids: readonly string[]
  /** In rupees. */
  amount: number
  method: OutsideMethod
  reference: string
  /** An Indian day. */
  received_on: string
  /** The warnings about that day were read. */
  confirm_day: boolean
  billing: InvoiceBilling | undefined
}

type Booked = { order_id: string; warnings: string[] }

type Admin = { id: number; admin_id: string; email: string }

/**
 * Records an order paid offline, and grants it by the one way of granting. Order, payment, access, receipt and its
 * entry exist together or not at all. Errors as the contract's entry lists them.
 */
export function bookOutsideSale(
  ctx: Context,
  admin: Admin,
  sale: OutsideSale,
  key: string | undefined,
): Promise<Booked> {
  return ctx.db.transaction(async (trx) => {
    if (!key) return book(ctx, trx, admin, sale)
    const keyed = { scope: `outside:${admin.admin_id}`, key, what: 'payment', said: [sale], now: ctx.now() }
    const { answer, repeated } = await answerOnce(trx, keyed, () => book(ctx, trx, admin, sale))
    if (repeated) noteRepeat()
    return answer
  })
}

async function book(ctx: Context, trx: Db, admin: Admin, sale: OutsideSale): Promise<Booked> {
  const { method, reference, received_on, billing } = sale
  if (received_on > indianDay(ctx.now())) {
    const message = 'The date must not be in the future'
    throw invalidField('received_on', message)
  }
  const warnings = receivedWarnings(received_on, indianDay(ctx.now()), await findTaxSince(trx))
  if (warnings.length > 0 && !sale.confirm_day) throw plainError('confirm_day', warnings.join(' '), { warnings })
  const user = await findUser(trx, sale.user_id)
  if (!user || !(await lockBuyer(trx, user.id))) throw plainError('not_found', 'User not found')
  const booked = await findBookedOutside(trx, method, reference)
  if (booked) throw bookedAlready(booked)
  const courseIds = [...new Set(sale.course_ids)]
  const received = toPaise(sale.amount)
  const cart = priceOutside(await priceFromTables(trx, { courseIds, user, now: ctx.now() }), received)
  if (cart.tax && !billing) throw stateMissing()
  const origin = await broughtBefore(trx, 'recorded', user.id, ctx.now())
  const drawn = newOrder(ctx, { user, billing, origin }, cart)
  const { order_id } = drawn
  // One of its own: an equal order that is open at the gateway is another purchase, which is closed as for any paid order.
  const unnumbered = { ...drawn, fingerprint: outsidePaymentId(order_id), poll_after: null }
  // Money that an admin has received is real, whatever the gateway's keys.
  const ways = { credits: cart.credits, disclaimer: null, test: false }
  const placed = await insertOrder(trx, unnumbered, linesOf(cart), ways)
  if (!placed) throw plainError('not_found', 'User not found')
  await refuseOwned(trx, user.id, cart, ctx.now(), placed.owned)
  if (placed.order_no === null) throw new Error(`The order ${order_id} was not stored`)
  const order = { ...unnumbered, order_no: placed.order_no }
  const now = ctx.now()
  const payment_id = outsidePaymentId(order_id)
  const input = { order_id, method, reference, received_on }
  if (!(await insertOutside(trx, { ...input, admin_id: admin.id, created_at: now })))
    throw bookedAlready(await findBookedOutside(trx, method, reference))
  await storePayments(trx, order_id, [paymentOf(payment_id, received, method, now)])
  const detail = `${method.replace('_', ' ')} ${reference} of ${received_on} by ${admin.email}`
  await insertOrderEvent(trx, { order_id, kind: 'booked_outside', detail, created_at: now.toISOString() })
  // The day alone is known of an earlier one.
  const received_at = received_on === indianDay(now) ? now.toISOString() : dayStart(received_on)
  await markPaid(ctx, trx, order, { payment_id, captured_paise: received, received_at })
  await updateOrder(trx, order_id, { poll_after: null })
  const after = { status: 'paid', amount: sale.amount, method, reference, received_on }
  await noteChange(trx, { kind: 'order', id: order_id, name: order.order_no, after })
  return { order_id, warnings }
}

const bookedAlready = (order: string | undefined) =>
  plainError('conflict', `A payment with this reference is already recorded: order ${order}`)

const paymentOf = (id: string, amountPaise: number, method: OutsideMethod, now: Date) => ({
  id,
  amountPaise,
  currency: 'INR',
  status: 'captured' as const,
  captured: true,
  amountRefundedPaise: 0,
  chargedPaise: amountPaise,
  feePaise: 0,
  taxPaise: 0,
  method,
  feeAwaited: false,
  offerId: null,
  gatewayOrderId: null,
  errorCode: null,
  errorDescription: null,
  orderId: null,
  description: null,
  createdAt: now,
})
