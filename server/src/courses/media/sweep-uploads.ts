import { DAY_MS } from 'contract/indian-time'
import { UPLOAD_KEPT_DAYS } from 'contract/limits'
import { type FinishContext, finishUpload, isSettled } from './finish-upload.ts'
import { clearUnreferencedFile } from './media-store.ts'
import { listAbandonedFiles } from './unreferenced-files.queries.ts'
import { deleteUpload, listUntouchedUploads } from './uploads.queries.ts'

const HOUR_MS = 60 * 60_000

/**
 * Cleans up after kills and lost clients: removes files without a row, finishes complete uploads, drops settled ones
 * after a day and open ones after `UPLOAD_KEPT_DAYS`.
 */
export async function sweepUploads(ctx: FinishContext): Promise<void> {
  const { db, files } = ctx
  const now = ctx.now().getTime()
  for (const mediaId of await listAbandonedFiles(db, new Date(now - HOUR_MS))) await clearUnreferencedFile(ctx, mediaId)
  for (const untouched of await listUntouchedUploads(db, new Date(now - HOUR_MS))) {
    const { upload_id } = untouched
    const upload = await finishUpload(ctx, upload_id).catch((error) => {
      ctx.log.warn({ err: error, upload_id }, 'upload could not be finished')
      return untouched
    })
    if (!upload) continue
    const stored = isSettled(upload) ? DAY_MS : UPLOAD_KEPT_DAYS * DAY_MS
    if (now - Date.parse(upload.touched_at) < stored) continue
    await files.removeIncoming(upload_id)
    await deleteUpload(db, upload_id)
  }
}
