import type { Db } from '../context.ts'

/** How many courses visitors can buy. */
export async function countPublished(db: Db): Promise<number> {
  const row: { count: number } | undefined = await db('courses')
    .whereNull('deleted_at')
    .where('published', true)
    .first(db.raw('count(*)::int as count'))
  return row?.count ?? 0
}

/** The steps that the owner settled by hand; kept from other writers when `forUpdate`. */
export async function findSettled(db: Db, forUpdate = false): Promise<string[]> {
  const query = db('shop_settings').first('settled_steps')
  const row: { settled_steps: string[] } | undefined = await (forUpdate ? query.forUpdate() : query)
  return row?.settled_steps ?? []
}

/** Without a new version: what pages show has not changed. */
export const saveSettled = (trx: Db, steps: readonly string[]) =>
  trx('shop_settings').update({ settled_steps: [...steps] })
