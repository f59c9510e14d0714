import type { Db } from '../../../context.ts'
import { appError } from '../../../errors.ts'
import { SAME_BUYER } from '../../../shop/users/accounts.sql.ts'
import { lockSameBuyer } from '../../../shop/users/users.queries.ts'
import { FIRST_PURCHASE_CODES } from '../../promocodes/promocode-limits.ts'
import { type FoundPromocode, lockUsable } from '../../promocodes/promocodes.queries.ts'
import { refusal } from '../../promocodes/promocodes.service.ts'
import type { OrderRow } from '../orders.queries.ts'
import { bound, COUNTS_AGAINST_CODE, WAS_PAID } from '../status.ts'

/**
 * Sees to it that one more order may be made with a limited code. Its row is locked until the order is committed, so that
 * buyers of one code follow each other. Open and paid orders hold a use each, but a buyer has one open order with it at most, and one with
 * any code for a first purchase: answers the buyer's other open ones, which are in the way; the equal one is found again by this purchase.
 * Accounts with one mailbox are one buyer. 422 `promocode_used_up`; `promocode_first_purchase`; `promocode_invalid` when it is gone by now.
 */
export async function takeUse(
  trx: Db,
  code: FoundPromocode,
  { userId, fingerprint }: { userId: number; fingerprint: string },
): Promise<OrderRow[] | undefined> {
  if (!(await lockUsable(trx, code.id))) throw refusal('promocode_invalid')
  const { rows } = await trx.raw<{ rows: { all: number; own: number; again: boolean }[] }>(
    `with same as materialized (${SAME_BUYER})
     select count(*)::int as all, count(*) filter (where user_id in (select id from same))::int as own,
       coalesce(bool_or(user_id = :userId and status = 'created' and fingerprint = :fingerprint), false) as again
     from orders
     where promocode_id = :id and status = any(:counted)`,
    { id: code.id, userId, fingerprint, counted: bound(COUNTS_AGAINST_CODE) },
  )
  const { all, own, again } = rows[0] ?? { all: 0, own: 0, again: false }
  if (again) return undefined
  // Two codes for a first purchase are two rows: their buyer is what the two orders have in common.
  if (code.first_purchase) await lockSameBuyer(trx, userId)
  const open = trx<OrderRow>('orders').where({ user_id: userId, status: 'created' })
  const held = await (code.first_purchase
    ? open.whereRaw(`promocode_id in ${FIRST_PURCHASE_CODES}`)
    : open.where({ promocode_id: code.id }))
  if (held.length > 0) return held
  if (code.first_purchase && (await hasBought(trx, userId))) throw refusal('promocode_first_purchase')
  const tooMany = code.max_uses !== null && all >= code.max_uses
  const tooOften = code.max_uses_per_buyer !== null && own >= code.max_uses_per_buyer
  if (!tooMany && !tooOften) return undefined
  throw tooOften ? appError('promocode_used_up', 'You have already used this promocode') : refusal('promocode_used_up')
}

/**
 * Returns true if this buyer, by any account, paid before or holds another code for a first purchase; a free order
 * without one is no purchase.
 */
async function hasBought(trx: Db, userId: number): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `select from orders
     where user_id in (${SAME_BUYER})
       and ((status = any(:paid) and total_paise > 0) or (status = any(:counted) and promocode_id in ${FIRST_PURCHASE_CODES}))
     limit 1`,
    { userId, paid: bound(WAS_PAID), counted: bound(COUNTS_AGAINST_CODE) },
  )
  return rows.length > 0
}
