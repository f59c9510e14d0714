import { seatPrices } from 'contract/orders/price-cart'
import { soldSeats } from 'contract/orders/refund-seats'
import type { Db } from '../../../context.ts'
import { chargedLines } from '../../documents/billed-lines.ts'
import { findTaxOfOrder } from '../../documents/documents.queries.ts'
import { findUngiven } from '../order-events.queries.ts'
import { findOrderLines, type OrderRow } from '../orders.queries.ts'
import { findPayments } from '../payments.queries.ts'
import { type Owed, owedBack } from './owed-back.ts'
import { findGoneSeats } from './refund-seats.queries.ts'
import { findRefunds } from './refunds.queries.ts'

/** Finds the amounts owed back of an order's payments. Another currency is left to the owner. */
export async function findOwed(db: Db, order: OrderRow): Promise<Owed[]> {
  const { order_id, payment_id, captured_paise, total_paise } = order
  const payments = await findPayments(db, order_id)
  const lines = await findOrderLines(db, [order_id])
  const { courses: owned, lost, hung } = await findUngiven(db, order_id)
  const seats = owned.length > 0 ? await chargedSeats(db, order, lines) : []
  const gone = owned.length > 0 ? await findGoneSeats(db, order_id) : []
  const refunds = (await findRefunds(db, [order_id])).map((refund) => ({
    ...refund,
    picked: gone.filter(({ refund_id }) => refund_id === refund.refund_id),
  }))
  const others = payments.filter((one) => one.captured && one.currency === 'INR' && one.payment_id !== payment_id)
  const payer = payment_id === null ? [] : [{ payment_id, amount_paise: captured_paise ?? total_paise }]
  return owedBack([...payer, ...others], payment_id, { lines, seats, owned, lost, hung, total: total_paise }, refunds)
}

/** Splits the amount received over an order's seats. */
async function chargedSeats(db: Db, order: OrderRow, lines: Awaited<ReturnType<typeof findOrderLines>>) {
  const tax = await findTaxOfOrder(db, order)
  const weights = lines.map((line) => seatPrices(line, { seats: order.promocode_seats, tax }))
  return soldSeats(chargedLines(order, lines, tax), weights)
}
