import contract from 'virtual:contract/admin'
import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from 'server/contract'
import type { AdminRole } from 'server/contract/call'
import { isApiError, isAuthError } from '../api/client.ts'
import { accessOf, decodeError, noToken } from '../api/decode-error.ts'
import { adminSession } from './admin-session.ts'
import { askToConfirm } from './confirm-store.ts'
import { sessionEnded } from './session-end.ts'

/** What a call may be told besides its input. */
export type AdminCallContext = {
  /** Is handed the headers of a success: `X-Total-Count`, `ETag`. */
  onHeaders?: (headers: Headers) => void
  /** Lets the call finish after its page is gone. */
  keepalive?: boolean
}

type AdminClient = JsonifiedClient<ContractRouterClient<Contract, AdminCallContext>>

/** Which roles may make the call at this path of the contract. */
export const rolesOf = (...path: string[]): readonly AdminRole[] => {
  const entry = path.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], contract)
  return (entry as { '~orpc': { meta: { roles: readonly AdminRole[] } } })['~orpc'].meta.roles
}

const isAdminCall = (path: readonly string[]) => accessOf(contract, path) === 'admin'

const link = new OpenAPILink<AdminCallContext>(contract, {
  // Relative to the document: the same in a browser and behind the scheme of the desktop's window.
  url: () => new URL('/api', document.baseURI),
  headers: (_options, path) => {
    if (!isAdminCall(path)) return {}
    const authorization = adminSession.authorization()
    if (!authorization) throw noToken('Admin authentication required')
    return { authorization }
  },
  fetch: async (request, init, { context }) => {
    const response = await fetch(request, { ...init, keepalive: context.keepalive === true })
    if (response.ok) context.onHeaders?.(response.headers)
    return response
  },
  customErrorResponseBodyDecoder: decodeError,
  interceptors: [
    async ({ path, next }) => {
      if (!isAdminCall(path)) return next()
      const authorization = adminSession.authorization()
      try {
        return await next()
      } catch (error) {
        if (isAuthError(error) && (await sessionEnded(authorization))) return next()
        if (isApiError(error) && error.code === 'confirmation_required' && (await askToConfirm())) return next()
        throw error
      }
    },
  ],
})

/** Every call of the contract, made with the admin's token. A session that has ended is dealt with here, once for all. */
export const adminClient: AdminClient = createORPCClient(link)

/** The same as query and mutation options. */
export const adminApi = createTanstackQueryUtils(adminClient)

type Options = { context: AdminCallContext }

/** What a list holds in all, which its answer says in a header. */
export async function withTotal<T>(call: (options: Options) => Promise<T>): Promise<{ data: T; total: number }> {
  const { data, headers } = await withHeaders(call)
  return { data, total: Number(headers?.get('x-total-count') ?? 0) }
}

/** The version of what is answered, for `If-Match`. */
export async function withETag<T>(
  call: (options: Options) => Promise<T>,
): Promise<{ data: T; etag: string | undefined }> {
  const { data, headers } = await withHeaders(call)
  return { data, etag: headers?.get('etag') ?? undefined }
}

async function withHeaders<T>(call: (options: Options) => Promise<T>): Promise<{ data: T; headers?: Headers }> {
  const heard: { headers?: Headers } = {}
  const onHeaders = (headers: Headers) => {
    heard.headers = headers
  }
  return { data: await call({ context: { onHeaders } }), ...heard }
}
