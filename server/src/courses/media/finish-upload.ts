import { ORPCError } from '@orpc/server'
import type { Locker } from '@tus/server'
import type { ErrorCode } from 'contract/errors'
import { CONVERT_MESSAGE } from 'contract/media/ways-out'
import { cleanFolder } from 'contract/spelling'
import type { Context } from '../../context.ts'
import { findFfmpeg } from './ffmpeg.ts'
import { adminSender } from './foreign-look.ts'
import { storeImage, storeSent, storeSubtitles } from './media.service.ts'
import { type MediaContext, settleUnreferencedFile } from './media-store.ts'
import { findUnreferencedFileOf } from './unreferenced-files.queries.ts'
import { createUploadLocks } from './upload-locks.ts'
import { findUpload, markUploadRefused, setConvertTries, type UploadRow } from './uploads.queries.ts'

export type FinishContext = MediaContext & Pick<Context, 'log'>

/** Errors that no retry fixes: the bytes go, and the reason is stored. */
export const FINAL: ReadonlySet<string> = new Set<ErrorCode>(['too_large', 'unsupported_media_type', 'invalid'])

/**
 * Makes a library file of a complete upload, once, in however many calls: after a kill at any point the next call
 * continues. Returns the upload's new state, undefined without one. A refused file is no error here; 507 on a full
 * disk, and the upload can finish later. A video that only
 * ffmpeg makes playable stays open for its job, which passes `convert`.
 */
export async function finishUpload(
  ctx: FinishContext,
  uploadId: string,
  convert?: (upload: UploadRow) => Promise<void>,
): Promise<UploadRow | undefined> {
  const found = await findUpload(ctx.db, uploadId)
  if (!found || isSettled(found) || isHeld(found) || (isConverted(found) && !convert)) return found
  if (!(await isComplete(ctx, found))) return found
  return underLock(createUploadLocks(ctx), uploadId, async () => {
    const upload = await findUpload(ctx.db, uploadId)
    if (!upload || isSettled(upload) || (isConverted(upload) && !convert)) return upload
    const unreferenced = await findUnreferencedFileOf(ctx.db, uploadId)
    const settled = unreferenced !== undefined && (await settleUnreferencedFile(ctx, unreferenced))
    if (!settled && (await isComplete(ctx, upload))) await (convert ? convert(upload) : store(ctx, upload))
    return findUpload(ctx.db, uploadId)
  })
}

export const isSettled = ({ finished_at, refused_code }: UploadRow) => finished_at !== null || refused_code !== null

/** Recognises an upload held for a set of an existing file or for a student's work, and an archive that 0.14.0 took: it is no file of the library. */
const isHeld = ({ admin_id, metadata }: UploadRow) =>
  admin_id === null || typeof metadata.set_of === 'string' || typeof metadata.move_in === 'string'

/** Recognises one that a job finishes, as an MP4. */
export const isConverted = ({ convert_tries }: Pick<UploadRow, 'convert_tries'>) => convert_tries !== null

async function isComplete({ db, files }: FinishContext, { upload_id, bytes }: UploadRow): Promise<boolean> {
  const arrived = await files.incomingBytes(upload_id)
  return arrived === bytes || (arrived === undefined && (await findUnreferencedFileOf(db, upload_id)) !== undefined)
}

async function store(ctx: FinishContext, upload: UploadRow): Promise<void> {
  const { files } = ctx
  const { upload_id, admin_id, kind, name, bytes, sha256, metadata } = upload
  // The library accepts only an admin's.
  if (admin_id === null) return
  try {
    await files.useIncoming(upload_id, async (path) => {
      const folder = cleanFolder(metadata.folder ?? '')
      const received = { path, name, folder, bytes, from: adminSender(admin_id), uploadId: upload_id, sha256 }
      if (kind === 'image') await storeImage(ctx, received)
      else if (kind === 'subtitles') await storeSubtitles(ctx, received)
      else await storeSent(ctx, kind, received)
    })
  } catch (error) {
    if (!(error instanceof ORPCError) || !FINAL.has(error.code)) throw error
    if (error.message === CONVERT_MESSAGE && (await findFfmpeg(ctx.config)))
      return setConvertTries(ctx.db, upload_id, 0)
    await markUploadRefused(ctx.db, upload_id, error, ctx.now())
  }
  await files.removeIncoming(upload_id)
}

export async function underLock<T>(locks: Locker, uploadId: string, work: () => Promise<T>): Promise<T> {
  const lock = locks.newLock(uploadId)
  // A waiting caller waits until it is done.
  await lock.lock(new AbortController().signal, () => {})
  try {
    return await work()
  } finally {
    await lock.unlock()
  }
}
