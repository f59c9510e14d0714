import contract from 'virtual:contract'
import { ORPCError } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { session } from '../stores/session.ts'
import { storage } from '../stores/storage.ts'
import type { ApiError, ApiErrorData, CallContext } from './client.ts'

/**
 * An answer that is no success. What comes from in between, such as a proxy's page, has no sentence for a visitor: its message
 * is empty, and each screen has words of its own for that.
 */
function decodeError(body: unknown, { status }: { status: number }): ApiError {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const { detail, code, message, ...data } = fields
  const error = new ORPCError<string, ApiErrorData>(typeof code === 'string' ? code : 'unknown', { status, data })
  error.message = [detail, message].find((text) => typeof text === 'string') ?? ''
  return error
}

/** How calls travel: methods and paths of the contract, the session's token, our own form of errors. */
export const link = new OpenAPILink<CallContext>(contract, {
  url: () => new URL('/api', window.location.origin),
  headers: (_options, path) => {
    const access = accessOf(path)
    const authorization = access === 'admin' ? adminAuthorization() : session.authorization()
    if (!authorization && access === 'user') throw noToken()
    return authorization ? { authorization } : {}
  },
  fetch: (request, init, { context }) => fetch(request, { ...init, keepalive: context.keepalive === true }),
  customErrorResponseBodyDecoder: decodeError,
})

/** The answer is known without asking. */
function noToken(): ApiError {
  return new ORPCError('authentication_required', { status: 401, message: 'No authentication token found', data: {} })
}

/** Who may make the call at this path of the contract; the contract says it with every entry. */
function accessOf(path: readonly string[]): string | undefined {
  const entry = path.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], contract)
  return (entry as { '~orpc': { meta: { access?: string } } })['~orpc'].meta.access
}

function adminAuthorization(): string | undefined {
  const token = storage.read('admin_token')
  return token ? `${storage.read('admin_token_type') ?? 'bearer'} ${token}` : undefined
}
