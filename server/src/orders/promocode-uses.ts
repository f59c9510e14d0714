import type { Db } from '../context.ts'
import { appError } from '../errors.ts'
import type { FoundPromocode } from '../promocodes/promocodes.queries.ts'
import type { OrderRow } from './orders.queries.ts'

/** True for a code that may be used so many times, by all or by one buyer. */
export function isLimited(code: FoundPromocode | null): boolean {
  return code !== null && (code.max_uses !== null || code.max_uses_per_buyer !== null)
}

/**
 * Sees to it that one more order may be made with a limited code. Its row is locked until the order is committed, so that
 * buyers of one code follow each other. Open and paid orders hold a use each, but not the equal open order that this
 * purchase will find again. 422 `promocode_used_up`, `promocode_invalid` when it is gone by now; answers the buyer's own open orders when one of those is what is in
 * the way.
 */
export async function takeUse(
  trx: Db,
  code: FoundPromocode,
  { userId, fingerprint }: { userId: number; fingerprint: string },
): Promise<OrderRow[] | undefined> {
  const locked = await trx('promocodes').where({ id: code.id, paused: false }).forUpdate().first('id')
  if (!locked) throw appError('promocode_invalid', 'Invalid promocode')
  const { rows } = await trx.raw<{ rows: { all: number; own: number; again: boolean }[] }>(
    `select count(*)::int as all, count(*) filter (where user_id = :userId)::int as own,
       coalesce(bool_or(user_id = :userId and status = 'created' and fingerprint = :fingerprint), false) as again
     from orders
     where promocode_id = :id and status in ('created', 'paid', 'partially_refunded', 'review')`,
    { id: code.id, userId, fingerprint },
  )
  const { all, own, again } = rows[0] ?? { all: 0, own: 0, again: false }
  if (again) return undefined
  const tooMany = code.max_uses !== null && all >= code.max_uses
  const tooOften = code.max_uses_per_buyer !== null && own >= code.max_uses_per_buyer
  if (!tooMany && !tooOften) return undefined
  const held = await trx<OrderRow>('orders').where({ promocode_id: code.id, user_id: userId, status: 'created' })
  if (held.length > 0) return held
  throw tooOften
    ? appError('promocode_used_up', 'You have already used this promocode')
    : appError('promocode_used_up', 'Promocode has been used up')
}
