import type { RequestHandler } from 'express'
import { authenticateAdmin } from '../auth/authenticate.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { createUploads } from '../media/uploads.ts'
import { requireRole } from './admin-writes.ts'
import { expectUpload } from './connections.ts'
import { sendError } from './encode-error.ts'
import { routes } from './route-table.ts'

const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']
const UPLOAD_ID = /^\/([0-9a-f]{32})\/?$/

/**
 * Uploads by tus, mounted ahead of the API because it reads bodies by itself. Every request, whatever its kind, needs the
 * rights to `media.upload` before a byte of it is looked at. GET is a call of the contract.
 */
export function createResumableUploads(ctx: Context): RequestHandler {
  const uploads = createUploads(ctx)
  const asState = routes.find(({ key }) => key === 'media.upload')
  if (!asState) throw new Error('the contract has no media.upload')
  return async (req, res, next) => {
    if (req.method === 'GET') return next()
    res.locals.route = 'media.resumable'
    res.setHeader('Cache-Control', 'no-store')
    res.setHeader('Tus-Resumable', '1.0.0')
    try {
      const admin = await authenticateAdmin(ctx, req.headers.authorization)
      requireRole(admin, asState, ctx.now())
      if (!METHODS.includes(req.method)) {
        res.setHeader('Allow', METHODS.join(', '))
        throw appError('method_not_allowed', 'This method is not allowed here')
      }
      if (req.method !== 'OPTIONS' && req.get('Tus-Resumable') !== '1.0.0') {
        res.setHeader('Tus-Version', '1.0.0')
        res.status(412)
        throw appError('bad_request', 'This needs tus 1.0.0')
      }
      const [, uploadId] = UPLOAD_ID.exec(req.path) ?? []
      const isCreation = req.method === 'POST' || req.method === 'OPTIONS'
      // What receives uploads reads the id out of the whole address: there must be no other in it.
      if (req.url.includes('?') || (isCreation ? req.path !== '/' : !uploadId))
        throw appError('not_found', 'Upload not found')
      expectUpload(res)
      await uploads(req, res, admin, uploadId)
    } catch (error) {
      // What is still coming of a refused piece goes nowhere, or the next request on this connection would wait behind it.
      req.removeAllListeners('data').resume()
      sendError(res, error, ctx.log)
    }
  }
}
