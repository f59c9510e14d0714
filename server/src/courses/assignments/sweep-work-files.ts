import type { Context } from '../../context.ts'
import { clearUnreferencedFile } from '../media/media-store.ts'
import { forgetFiles, listUnsentFiles } from './hand-in-files.queries.ts'

/** Long enough to finish the next day. */
const KEPT_MS = 48 * 60 * 60_000

/** Removes files that students sent and did not submit. */
export async function sweepWorkFiles(ctx: Pick<Context, 'db' | 'files' | 'now'>): Promise<void> {
  const fileIds = await listUnsentFiles(ctx.db, new Date(ctx.now().getTime() - KEPT_MS))
  if (fileIds.length === 0) return
  await ctx.db.transaction((trx) => forgetFiles(trx, fileIds))
  for (const fileId of fileIds) await clearUnreferencedFile(ctx, fileId)
}
