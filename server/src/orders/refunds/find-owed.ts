import type { Db } from '../../context.ts'
import { findTaxSettingsById } from '../../documents/documents.queries.ts'
import { findOwnedCourses } from '../order-events.queries.ts'
import { findOrderLines, type OrderRow } from '../orders.queries.ts'
import { findPayments } from '../settlement/payments.queries.ts'
import { type Owed, owedBack } from './owed-back.ts'
import { findRefunds } from './refunds.queries.ts'

/** What is owed back of an order's payments. One of another currency is left to the owner. */
export async function findOwed(db: Db, order: OrderRow): Promise<Owed[]> {
  const { order_id, payment_id, captured_paise, total_paise, promocode_seats: seats, tax_settings_id } = order
  const payments = await findPayments(db, order_id)
  const refunds = await findRefunds(db, [order_id])
  const owned = await findOwnedCourses(db, order_id)
  const tax = owned.length > 0 && tax_settings_id !== null ? await findTaxSettingsById(db, tax_settings_id) : undefined
  const lines = await findOrderLines(db, [order_id])
  const others = payments.filter((one) => one.captured && one.currency === 'INR' && one.payment_id !== payment_id)
  const payer = payment_id === null ? [] : [{ payment_id, amount_paise: captured_paise ?? total_paise }]
  return owedBack([...payer, ...others], payment_id, { lines, owned, pricing: { seats, tax } }, refunds)
}
