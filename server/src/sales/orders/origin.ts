import type { Channel } from 'contract/sources/channels'
import { MOST_VIA, type Touches } from 'contract/sources/read-touch'
import { knownTouches } from 'contract/sources/sources'
import { newCode } from 'contract/typed-keys'
import type { Db } from '../../context.ts'
import type { OrderRow } from './orders.queries.ts'

/** Where an order came from: the way it was made, and the links that brought its buyer; null for a direct one. */
export type Origin = Pick<OrderRow, 'channel' | 'source'>

/** A purchase in the store, with what its browser says of links: text of anybody. */
export const fromStore = (touches: unknown, now: Date): Origin => ({ channel: 'store', source: sourceOf(touches, now) })

/** What the buyer of an earlier order does next, within the days of a link. The code of a partner counts as a link from its order on. */
export function following(
  channel: Channel,
  order: Pick<OrderRow, 'source' | 'promocode' | 'created_at'> | undefined,
  now: Date,
): Origin {
  if (!order?.source) return { channel, source: null }
  const { first, last, via = [], partner } = order.source
  const isByCode = partner && order.promocode !== null && partner.code === newCode(order.promocode)
  const links = isByCode ? [{ code: partner.code, at: new Date(order.created_at).toISOString() }, ...via] : via
  return { channel, source: sourceOf({ first, last, via: links.slice(0, MOST_VIA) }, now) }
}

/** What the shop sells a person by itself: the links of their newest order that has any. */
export async function broughtBefore(db: Db, channel: Channel, userId: number, now: Date): Promise<Origin> {
  const order = await db<OrderRow>('orders')
    .where({ user_id: userId })
    .whereNotNull('source')
    .orderBy('created_at', 'desc')
    .first('source', 'promocode', 'created_at')
  return following(channel, order, now)
}

/** The touches as they are frozen with an order; null without any. */
export function sourceOf(input: unknown, now: Date): Touches | null {
  const touches = knownTouches(input, now)
  return touches.last || touches.via ? touches : null
}
