import type { Db } from '../../context.ts'

/**
 * Hides an account that is to be erased: it counts as deleted everywhere, but holds its person, its email and its phone until then. The
 * caller holds the row.
 */
export async function hideUser(trx: Db, id: number, now: Date): Promise<void> {
  await trx('users').where({ id }).whereNull('deleted_at').update({ deleted_at: now })
}

/** Shows a hidden account again; false once it was erased. */
export async function showUser(trx: Db, id: number): Promise<boolean> {
  const shown = await trx('users').where({ id }).whereNotNull('email').update({ deleted_at: null })
  return shown > 0
}
