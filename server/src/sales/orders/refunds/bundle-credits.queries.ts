import type { Db } from '../../../context.ts'
import type { OrderRow } from '../orders.queries.ts'
import { bound, PAID } from '../status.ts'

/** A bundle in an order that credits courses of an earlier one. */
export type BundleCredit = { order: OrderRow; bundle_id: string }

/** Finds the bundles of later paid orders of the same buyer that credit one of these courses. */
export async function findBundlesCrediting(
  db: Db,
  { order_id, user_id, paid_at }: OrderRow,
  courseIds: readonly string[],
): Promise<BundleCredit[]> {
  if (paid_at === null || courseIds.length === 0) return []
  const rows: (OrderRow & { credited: string })[] = await db('orders as o')
    .join('order_lines as l', 'l.order_id', 'o.order_id')
    .where('o.user_id', user_id)
    .whereIn('o.status', bound(PAID))
    .whereNot('o.order_id', order_id)
    .where('o.created_at', '>=', paid_at)
    .whereNotNull('l.bundle_id')
    .where('l.credit_paise', '>', 0)
    .whereIn('l.course_id', [...courseIds])
    .orderBy(['o.created_at', 'o.order_id'])
    .distinct('o.*', 'l.bundle_id as credited')
  return rows.map(({ credited, ...order }) => ({ order, bundle_id: credited }))
}
