import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { bound, PAID } from './status.ts'

/**
 * Selects accounts `a` that are known to belong to the mailbox holder: the address is proven, nobody else ever set a password, or an order
 * paid through the shop remains. Buyers seldom confirm theirs, and nobody pays to wait for a stranger's gift; an offline payment proves
 * nothing about the registrant. `:paid` is `PAID_STATES`; go on with `and a.id = …`.
 */
export const KNOWN_HOLDERS = `select a.id from ${ACCOUNTS} a
  where (a.is_holders or exists (
    select from orders o where o.user_id = a.id and o.status = any(:paid) and o.total_paise > 0
      and not exists (select from outside_payments p where p.order_id = o.order_id)))`

export const PAID_STATES = { paid: bound(PAID) }

/** Finds which students (`users.id`) are known to hold their mailbox. */
export async function findKnownHolders(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const bindings = { ...PAID_STATES, ids: [...ids] }
  const { rows } = await db.raw<{ rows: { id: number }[] }>(`${KNOWN_HOLDERS} and a.id = any(:ids)`, bindings)
  return rows.map(({ id }) => id)
}
