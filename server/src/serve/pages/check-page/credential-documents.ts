import { type Request, type RequestHandler, type Response, Router } from 'express'
import type { Context } from '../../../context.ts'
import { STATUS_TTL_MS, signedStatusList } from '../../../courses/certificates/credentials.ts'
import { didDocument } from '../../../courses/certificates/did.ts'

type Limit = (req: Request, res: Response) => Promise<boolean>

/** Serves what badge checkers load, from any page: the shop's keys, and the lists of revocations. */
export function credentialDocuments(ctx: Context, canRequest: Limit): RequestHandler {
  const router = Router({ caseSensitive: true })
  router.get('/.well-known/did.json', async (req, res) => {
    if (!(await canRequest(req, res))) return void res.end()
    forEveryone(res, 'application/did+json')
    res.end(JSON.stringify(await didDocument(ctx)))
  })
  router.get(/^\/certificates\/status\/([1-9]\d{0,5})$/, async (req, res, next) => {
    // Signing takes a core for a moment.
    if (!(await canRequest(req, res))) return void res.end()
    const list = await signedStatusList(ctx, Number(req.params[0]))
    if (list === undefined) return next()
    forEveryone(res, 'application/vc+jwt')
    res.end(list)
  })
  return router
}

function forEveryone(res: Response, type: string): void {
  res.set({
    'Content-Type': type,
    'Cache-Control': `public, max-age=${STATUS_TTL_MS / 1000 / 5}`,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
}
