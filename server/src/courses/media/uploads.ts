import type { Request, Response } from 'express'
import { appError } from '../../errors.ts'
import { type FinishContext, finishUpload } from './finish-upload.ts'
import type { UploadCaller } from './tus-store.ts'
import type { UploadRow, UploadSender } from './uploads.queries.ts'

/**
 * Answers tus requests below `path` of an authorised sender. An upload belongs to its sender: for all others it is a
 * 404. A complete upload is finished before the answer.
 */
export function createUploads(ctx: FinishContext, path: string) {
  // Uploads are rare: their receiver loads with the first.
  let loading: Promise<Awaited<ReturnType<typeof load>>> | undefined
  return async (
    req: Request,
    res: Response,
    from: Omit<UploadCaller, 'failure'>,
    uploadId: string | undefined,
  ): Promise<void> => {
    loading ??= load(ctx, path)
    const { server, caller, answerHeaders } = await loading
    if (uploadId !== undefined) {
      const upload = await finishUpload(ctx, uploadId)
      if (!upload || !isOf(upload, from.sender)) throw appError('not_found', 'Upload not found')
      // A refused one can still be taken off the list.
      if (req.method !== 'DELETE') res.set(await answerHeaders(ctx, upload))
    }
    const request: UploadCaller = { ...from }
    await caller
      .run(request, () => server.handle(req, res))
      .catch((error) => {
        throw request.failure ?? error
      })
  }
}

const isOf = ({ admin_id, user_id }: UploadRow, sender: UploadSender) =>
  'user_id' in sender ? user_id === sender.user_id : admin_id === sender.admin_id

async function load(ctx: FinishContext, path: string) {
  const [{ createTusServer, answerHeaders }, { caller }] = await Promise.all([
    import('./tus-server.ts'),
    import('./tus-store.ts'),
  ])
  return { server: createTusServer(ctx, path), caller, answerHeaders }
}
