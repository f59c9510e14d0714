import type { Db } from '../../context.ts'
import { bound, WAS_PAID } from './status.ts'

/** Returns true if one of these courses was ever paid for. */
export async function wasAnyPaid(db: Db, courseIds: readonly string[]): Promise<boolean> {
  if (courseIds.length === 0) return false
  const row: unknown = await db('order_lines as l')
    .join('orders as o', 'o.order_id', 'l.order_id')
    .whereIn('l.course_id', [...courseIds])
    .whereIn('o.status', bound(WAS_PAID))
    .first('l.order_id')
  return row !== undefined
}
