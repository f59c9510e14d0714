import type { CallContext, Context } from '../context.ts'
import { appError } from '../errors.ts'
import { findAdminSession, findUserSession } from './sessions.queries.ts'
import { readToken } from './tokens.ts'

type Asked = Pick<Context, 'config' | 'db' | 'now'>

/**
 * The student whose bearer token (RFC 6750, scheme in any case) the `Authorization` header carries. One query. 401
 * `authentication_required` without a bearer token, `authentication_expired` for one that is not valid or not any more.
 */
export async function authenticateUser(
  ctx: Asked,
  header: string | undefined,
): Promise<NonNullable<CallContext['user']>> {
  const token = bearerToken(header)
  if (!token) throw appError('authentication_required', 'Authentication required')
  const now = ctx.now()
  const claims = readToken(ctx.config, 'user', token, now)
  const user = claims && (await findUserSession(ctx.db, claims.session_id, now))
  if (!user || user.user_id !== claims.subject) {
    throw appError('authentication_expired', 'Session expired. Please login again')
  }
  return user
}

/** The admin of the token, in the same way, with the words of the admin console. */
export async function authenticateAdmin(
  ctx: Asked,
  header: string | undefined,
): Promise<NonNullable<CallContext['admin']>> {
  const token = bearerToken(header)
  if (!token) throw appError('authentication_required', 'Admin authentication required')
  const now = ctx.now()
  const claims = readToken(ctx.config, 'admin', token, now)
  const admin = claims && (await findAdminSession(ctx.db, claims.session_id, now))
  if (!admin || admin.admin_id !== claims.subject) {
    throw appError('authentication_expired', 'Could not validate admin credentials')
  }
  return admin
}

/** What follows the scheme, be it a token or not; undefined when the header is of another scheme or ends there. */
function bearerToken(header: string | undefined): string | undefined {
  return /^\s*bearer\s+(\S.*?)\s*$/i.exec(header ?? '')?.[1]
}
