import contract from 'virtual:contract'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from 'server/contract'
import { session } from '../stores/session.ts'
import { storage } from '../stores/storage.ts'

type Client = JsonifiedClient<ContractRouterClient<Contract>>

/** What every error of the API carries besides its sentence, which is the error's `message`. */
export type ApiErrorData = { errors?: { path: string; message: string }[] } & Record<string, unknown>

/** An answer of the API that is no success: `status`, stable `code`, `message` for a person, `data.errors` by field. */
export type ApiError = ORPCError<string, ApiErrorData>

function decodeError(body: unknown, response: { status: number }): ApiError | null {
  if (typeof body !== 'object' || body === null || !('detail' in body) || !('code' in body)) return null
  const { detail, code, ...data } = body
  return new ORPCError(String(code), { status: response.status, message: String(detail), data: data as ApiErrorData })
}

const link = new OpenAPILink(contract, {
  url: () => new URL('/api', window.location.origin),
  headers: (_options, path) => {
    const authorization = accessOf(path) === 'admin' ? adminAuthorization() : session.authorization()
    return authorization ? { authorization } : {}
  },
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

/** Every call of the contract as a function, for code outside React. */
export const client: Client = createORPCClient(link)

/** Every call of the contract as query and mutation options: `useQuery(api.courses.list.queryOptions({ input: {} }))`. */
export const api = createTanstackQueryUtils(client)

/** True for an answer of the API; false for a network failure or a fault of our own. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof ORPCError
}

/** True when the session is missing, expired or revoked. */
export function isAuthError(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && error.code !== 'invalid_credentials'
}

/** The server's sentence, or `fallback` when the failure did not come from the server. */
export function errorText(error: unknown, fallback: string): string {
  return isApiError(error) && error.message ? error.message : fallback
}
