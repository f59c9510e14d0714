import { mediaFacts } from 'contract/media/address'
import type { Context } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { noteChange, noteChangeOf } from '../../shop/activity/note-change.ts'
import { mayRemoveFiles } from './backup-hold.queries.ts'
import { fileNameOf, insertMedia, type MediaRow } from './media.queries.ts'
import { insertUnreferencedFile, takeUnreferencedFile, type UnreferencedFile } from './unreferenced-files.queries.ts'
import { findUploader, markUploadFinished } from './uploads.queries.ts'

export type MediaContext = Pick<Context, 'config' | 'db' | 'files' | 'now' | 'queue'>

/**
 * Stores the file at `path` and inserts its row. First it is noted as unreferenced, then moved; then one transaction
 * replaces the note by the row: after a kill either the row exists or the sweep finds the file. A resumable upload's
 * file stays unreferenced when the row fails, so that the upload can still finish. 507 without space.
 */
export async function storeFile(
  ctx: MediaContext,
  path: string,
  media: MediaRow,
  uploadId: string | null,
): Promise<MediaRow> {
  const { db, files } = ctx
  const key = { mediaId: media.media_id, name: fileNameOf(media) }
  await insertUnreferencedFile(db, { media_id: media.media_id, upload_id: uploadId, media })
  failpoint(ctx, 'store:before-keep')
  try {
    await files.keep(path, key)
  } catch (error) {
    await takeUnreferencedFile(db, media.media_id).catch(() => {})
    throw error
  }
  failpoint(ctx, 'store:after-keep')
  try {
    await commit(ctx, media, uploadId)
  } catch (error) {
    // The commit's result is unknown here; the note still existing means that it failed.
    if (!uploadId) await clearUnreferencedFile(ctx, media.media_id).catch(() => {})
    throw error
  }
  failpoint(ctx, 'store:after-commit')
  return media
}

/** Inserts an interrupted upload's row when its file was already moved; else drops the attempt. */
export async function settleUnreferencedFile(
  ctx: MediaContext,
  { media_id, upload_id, media }: UnreferencedFile,
): Promise<boolean> {
  const moved = media && (await ctx.files.has({ mediaId: media_id, name: fileNameOf(media) }))
  if (media && moved) await commit(ctx, media, upload_id)
  else await takeUnreferencedFile(ctx.db, media_id)
  return Boolean(moved)
}

/**
 * Removes an unreferenced file and everything beside it from the disk; does nothing once it is referenced. During a
 * backup it stays for a later sweep.
 */
export async function clearUnreferencedFile(
  { db, files }: Pick<Context, 'db' | 'files'>,
  mediaId: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    if (!(await mayRemoveFiles(trx))) return
    if (await takeUnreferencedFile(trx, mediaId)) await files.removeAll(mediaId)
  })
}

async function commit({ db, now, queue }: MediaContext, media: MediaRow, uploadId: string | null): Promise<void> {
  const { media_id, kind, name, url, bytes } = media
  await db.transaction(async (trx) => {
    if (!(await takeUnreferencedFile(trx, media_id))) throw new Error(`${media_id} is not unreferenced any more`)
    await insertMedia(trx, media)
    const change = { kind: 'media', id: media_id, name, after: { url, bytes } } as const
    const uploader = uploadId && (await findUploader(trx, uploadId))
    if (uploadId) await markUploadFinished(trx, uploadId, { media_id, now: now() })
    // A job or a state request may finish an upload.
    const call = { image: 'media.uploadImage', video: 'media.uploadVideo' }[kind as string] ?? 'media.upload'
    if (uploader) await noteChangeOf(trx, { admin: uploader, call, now: now() }, change)
    else await noteChange(trx, change)
    if (kind === 'video') await queue.send(trx, 'probe-video', { media_id })
    else if (mediaFacts(url)?.widths.length) await queue.send(trx, 'make-picture-widths', { media_id })
  })
}
