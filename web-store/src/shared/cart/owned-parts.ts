import { toPaise } from 'contract/money'
import type { Credit } from 'contract/orders/price-cart'
import { client } from '../../api/client.ts'

/** Requests what the buyer's courses count for in these bundles. Apart from the cart: few carts hold a bundle. */
export async function ownedParts(bundles: string[], signal: AbortSignal): Promise<Credit[]> {
  const { credits } = await client.orders.price({ course_ids: bundles }, { signal })
  return credits.map(({ course_id, amount }) => ({ course_id, paise: amount === null ? null : toPaise(amount) }))
}
