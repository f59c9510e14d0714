import type { ClientLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import type { Contract } from 'contract'
import { anew } from '../anew.ts'
import { said } from '../language/text.ts'
import type { ApiError, CallContext } from './call-types.ts'
import { callsOver, queriesOver } from './calls.ts'

export type Client = JsonifiedClient<ContractRouterClient<Contract, CallContext>>

/**
 * The link weighs as much as a screen, and a page that came with its data does without it: it is fetched with the first call,
 * or ahead of it where one is sure to come.
 */
export async function loadLink(): Promise<ClientLink<CallContext>> {
  return (await fetchLink()).link
}

const fetchLink = anew(() => import('./link.ts'), 'link')

let loaded: ClientLink<CallContext> | undefined

// A page that is being closed runs no further import, so the link is kept at hand.
const lazyLink: ClientLink<CallContext> = {
  call: async (...request) => {
    loaded ??= await loadLink()
    return loaded.call(...request)
  },
}

/** Every call of the contract as a function, for code outside React. */
export const client: Client = callsOver(lazyLink)

/** Every call of the contract as query and mutation options: `useQuery(api.courses.list.queryOptions({ input: {} }))`. */
export const api = queriesOver<Client>(lazyLink)

/** True for an answer of the API (an `ORPCError`, told by its marks: its class comes with the link); false for a network failure or a fault of our own. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && 'defined' in error && 'status' in error
}

/** True when the session is missing, expired or revoked. */
export function isAuthError(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && error.code !== 'invalid_credentials'
}

/** The server's sentence, or `fallback` when the failure did not come from the server. */
export function errorText(error: unknown, fallback: string): string {
  return isApiError(error) && error.message ? said(error.message) : fallback
}
