import type { Request, RequestHandler } from 'express'
import type { Context } from '../../context.ts'
import { expectWorkFile } from '../../courses/assignments/hand-ins.service.ts'
import type { UploadCaller } from '../../courses/media/tus-store.ts'
import { createUploads } from '../../courses/media/uploads.ts'
import { appError, plainError } from '../../errors.ts'
import { authenticateAdmin, authenticateUser } from '../../shop/auth/authenticate.ts'
import { requireSeeable } from '../../shop/auth/views.ts'
import { requireRole } from './admin-writes.ts'
import { clientAddress } from './client-address.ts'
import { expectUpload } from './connections.ts'
import { countBeforeFile } from './count-call.ts'
import { sendError } from './encode-error.ts'
import { routes } from './route-table.ts'

const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']
const UPLOAD_ID = /^\/([0-9a-f]{32})\/?$/

type From = Omit<UploadCaller, 'failure'>

/** A way to upload, with its check of rights. */
type UploadWay = { route: string; authenticate: (ctx: Context, req: Request) => Promise<From> }

/** The console's: every request needs the rights to `media.upload`. */
export const adminUploads: UploadWay = {
  route: 'media.resumable',
  async authenticate(ctx, req) {
    const admin = await authenticateAdmin(ctx, req.headers.authorization)
    requireRole(admin, routeOf('media.upload'), ctx.now())
    return { sender: { admin_id: admin.id } }
  },
}

/** A student's homework: what is begun counts as `assignments.addFile` does, and is refused to whoever may not send a file. */
export const workUploads: UploadWay = {
  route: 'assignments.resumable',
  async authenticate(ctx, req) {
    const user = await authenticateUser(ctx, req.headers.authorization)
    requireSeeable(user, routeOf('assignments.addFile'))
    return {
      sender: { user_id: user.id },
      async expect({ metadata, ...announced }) {
        const lessonId = metadata.lesson_id ?? ''
        await expectWorkFile(ctx, { userId: user.id, lessonId }, announced)
        const context = { ctx, user, call: 'assignments.addFile', client: clientAddress(req) }
        await countBeforeFile({ ...context, header: (name) => req.get(name), setHeader() {} })
      },
    }
  },
}

function routeOf(call: string) {
  const route = routes.find(({ key }) => key === call)
  if (!route) throw new Error(`the contract has no ${call}`)
  return route
}

/**
 * Uploads by tus, mounted ahead of the API because it reads bodies by itself. The sender of every request, whatever its kind, is known
 * before a byte of it is looked at. GET is a call of the contract.
 */
export function createResumableUploads(ctx: Context, path: string, way: UploadWay): RequestHandler {
  const uploads = createUploads(ctx, path)
  return async (req, res, next) => {
    if (req.method === 'GET') return next()
    res.locals.route = way.route
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Tus-Resumable', '1.0.0')
    try {
      const from = await way.authenticate(ctx, req)
      if (!METHODS.includes(req.method)) {
        res.setHeader('Allow', METHODS.join(', '))
        throw plainError('method_not_allowed', 'This method is not allowed here')
      }
      if (req.method !== 'OPTIONS' && req.get('Tus-Resumable') !== '1.0.0') {
        res.setHeader('Tus-Version', '1.0.0')
        res.status(412)
        throw plainError('bad_request', 'This needs tus 1.0.0')
      }
      const [, uploadId] = UPLOAD_ID.exec(req.path) ?? []
      const isCreation = req.method === 'POST' || req.method === 'OPTIONS'
      // The upload library reads the id out of the whole address: it must hold no other.
      if (req.url.includes('?') || (isCreation ? req.path !== '/' : !uploadId))
        throw appError('not_found', 'Upload not found')
      expectUpload(res)
      await uploads(req, res, from, uploadId)
    } catch (error) {
      // The rest of a refused piece is discarded, or the next request on this connection would wait behind it.
      req.removeAllListeners('data').resume()
      sendError(res, error, ctx.log)
    }
  }
}
