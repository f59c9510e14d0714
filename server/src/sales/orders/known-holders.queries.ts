import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { bound, PAID } from './status.ts'

/**
 * The accounts `a` that are known to be those of who has the mailbox: the address is proven, nobody but the mailbox ever had a password, or
 * an order that was paid through the shop stands. Buyers seldom confirm theirs, and nobody pays to wait for a stranger's gift; what an admin
 * booked says nothing of who registered. `:paid` is `PAID_STATES`; go on with `and a.id = …`.
 */
export const KNOWN_HOLDERS = `select a.id from ${ACCOUNTS} a
  where (a.is_holders or exists (
    select from orders o where o.user_id = a.id and o.status = any(:paid) and o.total_paise > 0
      and not exists (select from outside_payments p where p.order_id = o.order_id)))`

export const PAID_STATES = { paid: bound(PAID) }

/** Which of these students (`users.id`) are known to be the holders of their mailbox. */
export async function findKnownHolders(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const bindings = { ...PAID_STATES, ids: [...ids] }
  const { rows } = await db.raw<{ rows: { id: number }[] }>(`${KNOWN_HOLDERS} and a.id = any(:ids)`, bindings)
  return rows.map(({ id }) => id)
}
