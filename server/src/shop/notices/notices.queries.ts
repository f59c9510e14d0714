import { type NoticeTexts, NoticeUse } from 'contract/notices/notices'
import type { Db } from '../../context.ts'
import { consentsUsed } from '../moments/moments.ts'
import { readShop } from '../settings/settings.queries.ts'

/** A version; without `texts` it is the one that the shop prepares from `uses`. `published_at` is null while it is not stored. */
export type Notice = { version: number; uses: NoticeUse[]; texts: NoticeTexts | null; published_at: string | null }

const COLUMNS = ['version', 'uses', 'texts', 'published_at']
const ALWAYS: readonly NoticeUse[] = ['account', 'orders', 'learning', 'help', 'news_email']

/** Lists what the shop uses personal data for now, in the order of the notice. */
export async function listUses(db: Db): Promise<NoticeUse[]> {
  const used: readonly string[] = (await consentsUsed({ db })).flat()
  const requested = (await readShop(db)).checkout_questions.length > 0
  return NoticeUse.options.filter(
    (use) => ALWAYS.includes(use) || used.includes(use) || (requested && use === 'checkout_questions'),
  )
}

export const findNotice = (db: Db, version: number): Promise<Notice | undefined> =>
  db('notices').where({ version }).first(COLUMNS)

/** Lists stored versions, newest first. */
export function listNotices(db: Db): Promise<{ version: number; published_at: string; own: boolean }[]> {
  return db('notices').orderBy('version', 'desc').select('version', 'published_at', db.raw('texts is not null as own'))
}

/** Returns the version in force. A prepared one whose uses changed has the next number, and is stored with the first consent under it. */
export async function findPresentNotice(db: Db): Promise<Notice> {
  const last: Notice | undefined = await db('notices').orderBy('version', 'desc').first(COLUMNS)
  if (last?.texts) return last
  const uses = await listUses(db)
  if (last && last.uses.join() === uses.join()) return last
  return { version: (last?.version ?? 0) + 1, uses, texts: null, published_at: null }
}

/** Returns the number of the version in force, which is stored from then on. */
export async function storePresentNotice(trx: Db, now: Date | string): Promise<number> {
  const present = await findPresentNotice(trx)
  if (present.published_at === null) await insertNotice(trx, { ...present, published_at: now })
  return present.version
}

/** Stores a version; false when its number is taken. */
export async function insertNotice(
  trx: Db,
  { version, uses, texts, published_at }: Omit<Notice, 'published_at'> & { published_at: Date | string },
): Promise<boolean> {
  const row = { version, uses, texts: texts && JSON.stringify(texts), published_at }
  const inserted = await trx('notices').insert(row).onConflict('version').ignore().returning('version')
  return inserted.length > 0
}
