import type { Db } from '../../context.ts'
import { findCoinsAlone } from './coin-spends.queries.ts'
import { ordersShown, type ShownWithOrder } from './moments.ts'

/** Finds what features show with orders, by order: the part of a plan that one pays, and the page that repeats its purchase. */
export async function findShownWith(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, never>()
  const shown: ShownWithOrder[] = [...(await findCoinsAlone(db, orderIds)), ...(await ordersShown(db, orderIds)).flat()]
  return new Map(shown.map(({ order_id, ...one }) => [order_id, one]))
}
