import { Server } from '@tus/server'
import { UPLOAD_MEDIA_ID_HEADER, UPLOAD_MEDIA_URL_HEADER } from 'contract/limits'
import { appError, plainError } from '../../errors.ts'
import { storageError } from '../../platform/files/storage-error.ts'
import { type FinishContext, finishUpload } from './finish-upload.ts'
import { TusStore } from './tus-store.ts'
import { createUploadLocks } from './upload-locks.ts'
import { findUploadUrl, type UploadRow } from './uploads.queries.ts'

/** A request that another one waits for has this long to end by itself. */
const DRAIN_MS = 500

/** Creates a tus server at `path`. Throws errors in the contract's form, for the mounting router to answer. */
export function createTusServer(ctx: FinishContext, path: string): Server {
  return new Server({
    path,
    relativeLocation: true,
    // No other origin may read an answer.
    allowedOrigins: () => false,
    datastore: new TusStore(ctx),
    locker: createUploadLocks(ctx),
    lockDrainTimeout: DRAIN_MS,
    onUploadFinish: async (_req, { id }) => ({ headers: await answerHeaders(ctx, await finishUpload(ctx, id)) }),
    onResponseError: (_req, error) => {
      throw toAppError(error)
    },
  })
}

/** Returns an upload's result in headers; throws the reason of a refusal. */
export async function answerHeaders(
  ctx: Pick<FinishContext, 'db'>,
  upload: UploadRow | undefined,
): Promise<Record<string, string>> {
  if (!upload) throw appError('not_found', 'Upload not found')
  const { upload_id, refused_code, refused_detail, media_id } = upload
  if (refused_code) throw plainError(refused_code, refused_detail ?? '')
  if (!media_id) return {}
  const url = await findUploadUrl(ctx.db, upload_id)
  return { [UPLOAD_MEDIA_ID_HEADER]: media_id, ...(url ? { [UPLOAD_MEDIA_URL_HEADER]: url } : {}) }
}

function toAppError(error: Error | { status_code: number; body: string }): Error {
  // A stream may report a full disk before the store does.
  if (!('status_code' in error)) return storageError(error) as Error
  const detail = error.body.trim()
  switch (error.status_code) {
    case 404:
    case 410:
      return appError('not_found', 'Upload not found')
    case 409:
      return plainError('conflict', 'The upload has another offset')
    case 413:
      return plainError('too_large', 'This is more than the upload was announced with')
    case 500:
    case 503:
      return plainError('unavailable', 'The upload could not be received. Please try again shortly.')
    default:
      return plainError('bad_request', detail)
  }
}
