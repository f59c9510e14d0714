import { ORPCError } from '@orpc/server'
import type { Db } from '../../context.ts'
import { appError, plainError } from '../../errors.ts'
import { FINAL, type FinishContext, isSettled, underLock } from './finish-upload.ts'
import { createUploadLocks } from './upload-locks.ts'
import { findUpload, markUploadFinished, markUploadRefused, type UploadRow } from './uploads.queries.ts'

export type HeldUpload = { uploadId: string; adminId: number; mediaId: string; name: string }

/** Result of an examined upload: the rows to write, and the file to store, by default the upload itself. */
type Noted = { keep?: string; write: (trx: Db) => Promise<void> }

/**
 * Stores an upload announced as a part of this file's set beside it under `name`, once `note` has examined its bytes.
 * Safe to repeat. 404 for another admin's, or another file's; 409 while bytes are missing. A final refusal by `note`
 * refuses the upload.
 */
export async function takeHeldUpload(
  ctx: FinishContext,
  { uploadId, adminId, mediaId, name }: HeldUpload,
  note: (path: string, bytes: number) => Promise<Noted>,
): Promise<void> {
  const { db, files, now } = ctx
  await underLock(createUploadLocks(ctx), uploadId, async () => {
    const upload = await findUpload(db, uploadId)
    if (upload?.admin_id !== adminId || upload.metadata.set_of !== mediaId)
      throw appError('not_found', 'Upload not found')
    if (isSettled(upload)) return throwStoredRefusal(upload)
    const key = { mediaId, name }
    const arrived = await files.incomingBytes(uploadId)
    // Moved, then killed.
    const moved = arrived === undefined && (await files.bytes(key)) === upload.bytes
    if (!moved && arrived !== upload.bytes) throw appError('conflict', 'The upload is not complete')
    const end = (write: (trx: Db) => Promise<void>) =>
      db.transaction(async (trx) => {
        await write(trx)
        await markUploadFinished(trx, uploadId, { media_id: mediaId, now: now() })
      })
    try {
      const look = (path: string) => note(path, upload.bytes)
      if (moved) return await end((await files.useLocal(key, look)).write)
      const write = await files.useIncoming(uploadId, async (path) => {
        const { keep = path, write } = await look(path)
        await files.keep(keep, key)
        return write
      })
      await end(write)
    } catch (error) {
      if (!(error instanceof ORPCError) || !FINAL.has(error.code)) throw error
      await markUploadRefused(db, uploadId, error, now())
      await files.removeIncoming(uploadId)
      throw error
    }
    await files.removeIncoming(uploadId)
  })
}

type StudentUpload = { uploadId: string; userId: number; lessonId: string }
type TakenUpload = { path: string; name: string; bytes: number; settle: (trx: Db) => Promise<void> }

/**
 * Passes a student's complete upload to `take`, which settles it in the transaction that stores its file. Undefined for
 * one settled before. 404 for another student's or lesson's, 409 while bytes are missing; else the errors of `take`.
 */
export async function takeStudentUpload<Taken>(
  ctx: FinishContext,
  { uploadId, userId, lessonId }: StudentUpload,
  take: (upload: TakenUpload) => Promise<Taken>,
): Promise<Taken | undefined> {
  const { db, files, now } = ctx
  return underLock(createUploadLocks(ctx), uploadId, async () => {
    const upload = await findUpload(db, uploadId)
    if (upload?.user_id !== userId || upload.metadata.lesson_id !== lessonId)
      throw appError('not_found', 'Upload not found')
    throwStoredRefusal(upload)
    if (isSettled(upload)) return undefined
    if ((await files.incomingBytes(uploadId)) !== upload.bytes) throw appError('conflict', 'The upload is not complete')
    const settle = (trx: Db) => markUploadFinished(trx, uploadId, { media_id: null, now: now() })
    const taken = await files
      .useIncoming(uploadId, (path) => take({ path, name: upload.name, bytes: upload.bytes, settle }))
      .catch(async (error) => {
        if (!(error instanceof ORPCError) || !FINAL.has(error.code)) throw error
        await markUploadRefused(db, uploadId, error, now())
        await files.removeIncoming(uploadId)
        throw error
      })
    await files.removeIncoming(uploadId)
    return taken
  })
}

function throwStoredRefusal({ refused_code, refused_detail, refused_data }: UploadRow): void {
  if (refused_code) throw plainError(refused_code, refused_detail ?? '', refused_data ?? undefined)
}
