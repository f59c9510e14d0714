import type { Credit } from 'contract/orders/price-cart'
import type { Db } from '../../../context.ts'
import { findBundleCredits } from '../../../shop/settings/settings.queries.ts'
import { findTaxSettingsById } from '../../documents/documents.queries.ts'
import { findOrder } from '../orders.queries.ts'
import { findOwnedWays } from '../owned-courses.queries.ts'
import { findSeatsLeft } from '../refunds/refundable.ts'

/**
 * Counts what a student (`users.id`) has of these courses for a bundle: what they paid here for their own seat, less what went back of it. What
 * arrived by a move, a gift or an admin counts with its whole share where the settings say so.
 */
export async function findCredits(db: Db, userId: number, courseIds: readonly string[]): Promise<Credit[]> {
  if (courseIds.length === 0) return []
  const counts = await findBundleCredits(db)
  const ways = await findOwnedWays(db, userId, courseIds)
  const credits: Credit[] = []
  for (const course_id of courseIds) {
    const of = ways.filter((one) => one.course_id === course_id)
    if (of.some(({ way }) => way !== 'bought' && counts[way])) {
      credits.push({ course_id, paise: null })
      continue
    }
    let paise = 0
    for (const { order_id } of of) if (order_id !== null) paise += await findPaidFor(db, order_id, course_id)
    if (paise > 0) credits.push({ course_id, paise })
  }
  return credits
}

/** Computes what is left of the buyer's own seat of a course in an order: its price before added tax. */
async function findPaidFor(db: Db, orderId: string, courseId: string): Promise<number> {
  const order = await findOrder(db, orderId)
  if (!order || order.total_paise === 0) return 0
  const seats = await findSeatsLeft(db, order)
  const own = seats.find(({ course_id, seat }) => course_id === courseId && seat === 0)
  const paise = own?.left[own.line] ?? 0
  const tax = order.tax_settings_id === null ? undefined : await findTaxSettingsById(db, order.tax_settings_id)
  return tax?.prices === 'exclusive' ? Math.round((paise * 10_000) / (10_000 + tax.rate_basis_points)) : paise
}
