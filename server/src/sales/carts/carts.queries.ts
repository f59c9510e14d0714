import type { CartEntry } from 'contract/carts'
import type { Db } from '../../context.ts'
import { findCoursesForSale } from '../../courses/courses/courses.queries.ts'
import { findOwned, theCourse } from '../../courses/enrolments/enrolments.queries.ts'

/** Finds the stored cart of an account. */
export async function findCart(db: Db, userId: number): Promise<CartEntry[]> {
  const row: { lines: CartEntry[] } | undefined = await db('user_carts').where({ user_id: userId }).first('lines')
  return row?.lines ?? []
}

export async function saveCart(trx: Db, userId: number, lines: readonly CartEntry[], now: Date): Promise<void> {
  if (lines.length === 0) return emptyCart(trx, userId)
  await trx('user_carts')
    .insert({ user_id: userId, lines: JSON.stringify(lines), updated_at: now })
    .onConflict('user_id')
    .merge()
}

/** Empties the cart of an account, as a paid order does. */
export async function emptyCart(trx: Db, userId: number): Promise<void> {
  await trx('user_carts').where({ user_id: userId }).delete()
}

/** Leaves out what nobody can buy, what costs nothing, and what bars this student from buying it again. */
export async function buyableOf(db: Db, userId: number, lines: readonly CartEntry[], now: Date): Promise<CartEntry[]> {
  if (lines.length === 0) return []
  const ids = lines.map(({ course_id }) => course_id)
  const sold = await findCoursesForSale(db, ids, now)
  // Whoever has seats of some dates may book another one.
  const undated = sold.filter(({ terms }) => terms.workshops !== true)
  const owned = await findOwned(db, userId, undated.map(theCourse), now)
  const buyable = new Set(sold.filter(({ price_paise }) => price_paise > 0).map(({ course_id }) => course_id))
  for (const course_id of owned) buyable.delete(course_id)
  return lines.filter(({ course_id }) => buyable.has(course_id))
}
