import { DAY_MS } from 'contract/indian-time'
import type { Db } from '../../context.ts'
import { prepared } from '../../platform/db/knex.ts'
import { ASKS_AGE } from '../../shop/settings/settings.sql.ts'

/** The answer of an account; an adult has no `until`. Earlier versions stored who is under 18, with a parent. */
export type AgeRow = { until: string | null; confirmed_at: string | null }

const queryAgeAtShop = prepared<{ row: AgeRow | null; asks: boolean }>(
  'age at shop',
  () => `select ${ASKS_AGE} as asks, (select to_jsonb(a) from ages a where a.user_id = :userId) as row`,
)

/** Finds the answer, and whether the shop asks, in one statement: each purchase reads it. */
export async function findAgeAtShop(db: Db, userId: number): Promise<{ row: AgeRow | undefined; asks: boolean }> {
  const rows = await queryAgeAtShop(db, { userId })
  return { row: rows[0]?.row ?? undefined, asks: rows[0]?.asks ?? false }
}

export async function insertAdult(trx: Db, userId: number, now: Date): Promise<void> {
  await trx('ages').insert({ user_id: userId, answered_at: now }).onConflict('user_id').ignore()
}

/** Forgets parents that earlier versions stored: a year after the child turned 18, and 30 days after an email that nobody confirmed. */
export async function forgetParents(db: Db, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db('ages').where('until', '<', before(365)).update({
    parent_name: null,
    parent_email: null,
    ask_hash: null,
    asked_at: null,
    confirmed_at: null,
    stop_hash: null,
    turns_18: null,
    until: null,
  })
  await db('ages').whereNotNull('until').whereNull('confirmed_at').where('answered_at', '<', before(30)).delete()
}
