import type { Request, Response } from 'express'
import { appError } from '../errors.ts'
import { type FinishContext, finishUpload } from './finish-upload.ts'

type Caller = { id: number }

/**
 * Answers a tus request of an admin whose rights were checked. An upload belongs to the admin who has begun it: for all
 * others it is a 404. Whatever is there of a complete upload is finished before the answer.
 */
export function createUploads(ctx: FinishContext) {
  // Uploads are rare: what receives them is loaded with the first.
  let loading: Promise<Awaited<ReturnType<typeof load>>> | undefined
  return async (req: Request, res: Response, admin: Caller, uploadId: string | undefined): Promise<void> => {
    loading ??= load(ctx)
    const { server, caller, answerHeaders } = await loading
    if (uploadId !== undefined) {
      const upload = await finishUpload(ctx, uploadId)
      if (upload?.admin_id !== admin.id) throw appError('not_found', 'Upload not found')
      // A refused one can still be taken off the list.
      if (req.method !== 'DELETE') res.set(await answerHeaders(ctx, upload))
    }
    const request: { admin_id: number; failure?: unknown } = { admin_id: admin.id }
    await caller
      .run(request, () => server.handle(req, res))
      .catch((error) => {
        throw request.failure ?? error
      })
  }
}

async function load(ctx: FinishContext) {
  const [{ createTusServer, answerHeaders }, { caller }] = await Promise.all([
    import('./tus-server.ts'),
    import('./tus-store.ts'),
  ])
  return { server: createTusServer(ctx), caller, answerHeaders }
}
