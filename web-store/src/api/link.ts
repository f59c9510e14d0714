import contract from 'virtual:contract'
import { ORPCError } from '@orpc/client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { session } from '../stores/session.ts'
import { storage } from '../stores/storage.ts'
import type { ApiError, ApiErrorData, CallContext } from './client.ts'

function decodeError(body: unknown, response: { status: number }): ApiError | null {
  if (typeof body !== 'object' || body === null || !('detail' in body) || !('code' in body)) return null
  const { detail, code, ...data } = body
  return new ORPCError(String(code), { status: response.status, message: String(detail), data: data as ApiErrorData })
}

/** How calls travel: methods and paths of the contract, the session's token, our own form of errors. */
export const link = new OpenAPILink<CallContext>(contract, {
  url: () => new URL('/api', window.location.origin),
  headers: (_options, path) => {
    const authorization = accessOf(path) === 'admin' ? adminAuthorization() : session.authorization()
    return authorization ? { authorization } : {}
  },
  fetch: (request, init, { context }) => fetch(request, { ...init, keepalive: context.keepalive === true }),
  customErrorResponseBodyDecoder: decodeError,
})

/** Who may make the call at this path of the contract; the contract says it with every entry. */
function accessOf(path: readonly string[]): string | undefined {
  const entry = path.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], contract)
  return (entry as { '~orpc': { meta: { access?: string } } })['~orpc'].meta.access
}

function adminAuthorization(): string | undefined {
  const token = storage.read('admin_token')
  return token ? `${storage.read('admin_token_type') ?? 'bearer'} ${token}` : undefined
}
