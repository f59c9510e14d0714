import contract from 'virtual:contract/admin'
import type { AdminRole } from 'contract/define-call'
import { type CallContext, noAnswer } from '../../api/call-types.ts'
import { callsOver, queriesOver } from '../../api/calls.ts'
import { type Client, isApiError, isAuthError, isNoAnswer } from '../../api/client.ts'
import { createLink } from '../../api/create-link.ts'
import { accessOf, noToken } from '../../api/decode-error.ts'
import { adminSession } from './admin-session.ts'
import { requestConfirm } from './confirm-store.ts'
import { NO_INTERNET } from './failures.ts'
import { sessionEnded } from './session-end.ts'

/** Returns the roles that may make the call at this path of the contract. */
export const rolesOf = (...path: string[]): readonly AdminRole[] => {
  const entry = path.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], contract)
  return (entry as { '~orpc': { meta: { roles: readonly AdminRole[] } } })['~orpc'].meta.roles
}

const link = createLink({
  contract,
  headers: (access) => {
    if (access !== 'admin') return {}
    const authorization = adminSession.authorization()
    if (!authorization) throw noToken('Admin authentication required')
    return { authorization }
  },
  interceptors: [
    async ({ next }) => {
      try {
        return await next()
      } catch (error) {
        // Every screen that words a failure says so, whatever else it would say.
        if (isNoAnswer(error) && !navigator.onLine) throw noAnswer(error as Error, NO_INTERNET)
        throw error
      }
    },
    async ({ path, next }) => {
      if (accessOf(contract, path) !== 'admin') return next()
      const authorization = adminSession.authorization()
      try {
        return await next()
      } catch (error) {
        if (isAuthError(error) && (await sessionEnded(authorization))) return next()
        if (isApiError(error) && error.code === 'confirmation_required' && (await requestConfirm())) return next()
        throw error
      }
    },
  ],
})

/** Every call of the contract, made with the admin's token. A session that has ended is dealt with here, once for all. */
export const adminClient: Client = callsOver(link)

/** The same as query and mutation options. */
export const adminApi = queriesOver<Client>(link)

/** The signal of a query ends its call when nobody waits for it any more, as when the session ends. */
type Options = { context: CallContext; signal?: AbortSignal }

/** Calls a list, and reads its total from a header of the answer. */
export async function withTotal<T>(
  call: (options: Options) => Promise<T>,
  signal?: AbortSignal,
): Promise<{ data: T; total: number }> {
  const { data, headers } = await withHeaders(call, signal)
  return { data, total: Number(headers?.get('x-total-count') ?? 0) }
}

/** The version of what is answered, for `If-Match`. */
export async function withETag<T>(
  call: (options: Options) => Promise<T>,
): Promise<{ data: T; etag: string | undefined }> {
  const { data, headers } = await withHeaders(call)
  return { data, etag: headers?.get('etag') ?? undefined }
}

async function withHeaders<T>(
  call: (options: Options) => Promise<T>,
  signal?: AbortSignal,
): Promise<{ data: T; headers?: Headers }> {
  const context: CallContext = {}
  return { data: await call({ context, ...(signal ? { signal } : {}) }), ...context }
}
