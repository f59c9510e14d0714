import { mediaFacts } from 'contract/media-address'
import type { Context } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { noteChange, noteChangeOf } from '../../shop/activity/note-change.ts'
import { mayRemoveFiles } from './backup-hold.queries.ts'
import { fileNameOf, insertMedia, type MediaRow } from './media.queries.ts'
import { insertUnreferencedFile, takeUnreferencedFile, type UnreferencedFile } from './unreferenced-files.queries.ts'
import { findUploader, markUploadFinished } from './uploads.queries.ts'

export type MediaContext = Pick<Context, 'config' | 'db' | 'files' | 'now' | 'queue'>

/**
 * Keeps the file at `path` and gives it its row. First it is noted as unreferenced, then moved, then row and note change places
 * in one transaction: whenever the process is killed, either the row is there or the sweep finds the file. A file of a
 * resumable upload stays unreferenced when the row fails, so that the upload can still be finished. 507 when there is no space.
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
    // Whether the commit went through is not known here; the note is, when it can still be taken.
    if (!uploadId) await clearUnreferencedFile(ctx, media.media_id).catch(() => {})
    throw error
  }
  failpoint(ctx, 'store:after-commit')
  return media
}

/** Gives an interrupted upload the row it was to get, when its file had been moved already; else forgets the attempt. */
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
 * Removes an unreferenced file from the disk, with everything beside it; nothing happens when it is not unreferenced any more. While a
 * backup is made it stays unreferenced, and the sweep comes for it later.
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
    // An upload may be finished by a job, or when its state is asked for.
    const call = { image: 'media.uploadImage', video: 'media.uploadVideo' }[kind as string] ?? 'media.upload'
    if (uploader) await noteChangeOf(trx, { admin: uploader, call, now: now() }, change)
    else await noteChange(trx, change)
    if (kind === 'video') await queue.send(trx, 'probe-video', { media_id })
    else if (mediaFacts(url)?.widths.length) await queue.send(trx, 'make-picture-widths', { media_id })
  })
}
