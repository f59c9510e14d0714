import type { Request } from 'express'
import type { Context } from '../../context.ts'
import { readSigned } from '../../courses/media/signed-address.ts'
import { sessionOf } from '../../shop/auth/authenticate.ts'
import { clientAddress } from './client-address.ts'

type CallerContext = Pick<Context, 'config' | 'now'>

/**
 * Names the caller of a request without a query: the session whose token is signed, else the client. A session that has
 * ended is a caller of its own, so that nobody takes the turns of the account.
 */
export function callerOf(ctx: CallerContext, req: Request): string {
  const { authorization } = req.headers
  const session =
    sessionOf(ctx, 'user', authorization)?.session_id ?? sessionOf(ctx, 'admin', authorization)?.session_id
  return session === undefined ? `client ${clientAddress(req)}` : `session ${session}`
}

/** Names the caller of a file: the session that its address is signed for, else the client. */
export function fileCallerOf({ config, now }: CallerContext, req: Request): string {
  const [path = '', query] = req.url.split('?')
  const [, mediaId = '', name = ''] = path.split('/')
  const opener = query ? readSigned(config, { mediaId, name }, new URLSearchParams(query), now()) : undefined
  return opener ? `session ${opener.sessionId}` : `client ${clientAddress(req)}`
}
