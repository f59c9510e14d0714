import type { Context, Db } from '../../../context.ts'
import { listMediaIds, setPaid } from '../media.queries.ts'
import { findUses } from './media-uses.ts'

const BATCH = 500

/**
 * Recomputes which of these files are for buyers only. A file with a public use (course, shop, free preview) is public;
 * one used by paid lessons alone is paid; an unused file keeps its state.
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

/** Recomputes the whole library in batches; after a kill the next run completes it. */
export async function settleAllFiles({ db }: Pick<Context, 'db'>): Promise<void> {
  let after = ''
  for (;;) {
    const ids = await listMediaIds(db, after, BATCH)
    if (ids.length === 0) return
    await settlePaidFiles(db, ids)
    after = ids.at(-1) ?? ''
  }
}
