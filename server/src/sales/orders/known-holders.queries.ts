import type { Db } from '../../context.ts'
import { KNOWN_HOLDERS, PAID_STATES } from './orders.sql.ts'

/** Finds which students (`users.id`) are known to hold their mailbox. */
export async function findKnownHolders(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const bindings = { ...PAID_STATES, ids: [...ids] }
  const { rows } = await db.raw<{ rows: { id: number }[] }>(`${KNOWN_HOLDERS} and a.id = any(:ids)`, bindings)
  return rows.map(({ id }) => id)
}
