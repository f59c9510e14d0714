import type { Context, Db } from '../../../context.ts'
import { listMediaIds, setPaid } from '../media.queries.ts'
import { findUses } from './media-uses.ts'

const BATCH = 500

/**
 * Says of these files anew whether they are delivered to buyers only. What something public shows (a course, the shop, the lesson that
 * is the free preview) is public; what only lessons use that are paid for is not; a file that nothing uses stays what it was.
 */
export async function settlePaidFiles(db: Db, mediaIds: readonly string[]): Promise<void> {
  const uses = await findUses(db, mediaIds)
  const paid: string[] = []
  const open: string[] = []
  for (const [mediaId, places] of uses) {
    if (places.some(({ lesson_id, preview }) => lesson_id === null || preview)) open.push(mediaId)
    else if (places.length > 0) paid.push(mediaId)
  }
  await setPaid(db, paid, true)
  await setPaid(db, open, false)
}

/** Does so for the whole library, some at a time; killed at any point, the next run makes it good. */
export async function settleAllFiles({ db }: Pick<Context, 'db'>): Promise<void> {
  let after = ''
  for (;;) {
    const ids = await listMediaIds(db, after, BATCH)
    if (ids.length === 0) return
    await settlePaidFiles(db, ids)
    after = ids.at(-1) ?? ''
  }
}
