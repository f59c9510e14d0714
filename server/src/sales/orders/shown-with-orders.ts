import type { Db } from '../../context.ts'
import { findCoinsAlone } from './coin-spends.queries.ts'
import { ordersShown, type ShownWithOrder } from './moments.ts'

/** Finds what features show with orders, by order: the part of a plan that one pays, and the page that repeats its purchase. */
export async function findShownWith(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, Omit<ShownWithOrder, 'order_id'>>()
  const shown: ShownWithOrder[] = [...(await findCoinsAlone(db, orderIds)), ...(await ordersShown(db, orderIds)).flat()]
  const byOrder = new Map<string, Omit<ShownWithOrder, 'order_id'>>()
  for (const { order_id, ...one } of shown) byOrder.set(order_id, { ...byOrder.get(order_id), ...one })
  return byOrder
}
