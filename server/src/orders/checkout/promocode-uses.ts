import type { Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { type FoundPromocode, lockUsable } from '../../promocodes/promocodes.queries.ts'
import { refusal } from '../../promocodes/promocodes.service.ts'
import type { OrderRow } from '../orders.queries.ts'
import { bound, COUNTS_AGAINST_CODE } from '../records/status.ts'

/**
 * Sees to it that one more order may be made with a limited code. Its row is locked until the order is committed, so that
 * buyers of one code follow each other. Open and paid orders hold a use each, but a buyer has one open order with it at most: answers
 * the buyer's other open ones, which are in the way; the equal one is found again by this purchase. 422 `promocode_used_up`,
 * `promocode_invalid` when it is gone by now.
 */
export async function takeUse(
  trx: Db,
  code: FoundPromocode,
  { userId, fingerprint }: { userId: number; fingerprint: string },
): Promise<OrderRow[] | undefined> {
  if (!(await lockUsable(trx, code.id))) throw refusal('promocode_invalid')
  const { rows } = await trx.raw<{ rows: { all: number; own: number; again: boolean }[] }>(
    `select count(*)::int as all, count(*) filter (where user_id = :userId)::int as own,
       coalesce(bool_or(user_id = :userId and status = 'created' and fingerprint = :fingerprint), false) as again
     from orders
     where promocode_id = :id and status = any(:counted)`,
    { id: code.id, userId, fingerprint, counted: bound(COUNTS_AGAINST_CODE) },
  )
  const { all, own, again } = rows[0] ?? { all: 0, own: 0, again: false }
  if (again) return undefined
  const held = await trx<OrderRow>('orders').where({ promocode_id: code.id, user_id: userId, status: 'created' })
  if (held.length > 0) return held
  const tooMany = code.max_uses !== null && all >= code.max_uses
  const tooOften = code.max_uses_per_buyer !== null && own >= code.max_uses_per_buyer
  if (!tooMany && !tooOften) return undefined
  throw tooOften ? appError('promocode_used_up', 'You have already used this promocode') : refusal('promocode_used_up')
}
