import type { ClientLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import type { Contract } from 'contract'
import { filled, t } from '../language/text.ts'
import { refetchStale } from '../refetch-stale.ts'
import { type CallContext, isApiError, isAuthError, isNoAnswer, lineText, noAnswer } from './call-types.ts'
import { callsOver, queriesOver } from './calls.ts'

export { isApiError, isAuthError, isNoAnswer }

export type Client = JsonifiedClient<ContractRouterClient<Contract, CallContext>>

/**
 * Loads the link with the first call, or earlier if one is certain: it weighs as much as a screen, and a page that
 * includes its data works without it.
 */
export async function loadLink(): Promise<ClientLink<CallContext>> {
  return (await fetchLink()).link
}

const fetchLink = refetchStale(() => import('./link.ts'), 'link')

let loaded: ClientLink<CallContext> | undefined

// A closing page runs no further import, so the loaded link is stored.
const lazyLink: ClientLink<CallContext> = {
  call: async (...request) => {
    loaded ??= await loadLink().catch((error) => {
      throw noAnswer(error)
    })
    return loaded.call(...request)
  },
}

/** Every call of the contract as a function, for code outside React. */
export const client: Client = callsOver(lazyLink)

/** Every call of the contract as query and mutation options: `useQuery(api.courses.list.queryOptions({ input: {} }))`. */
export const api = queriesOver<Client>(lazyLink)

/** Shown for an error of our own code, which no connection heals. */
export const OWN_FAULT = t('Something went wrong. Please try again later.')

/** Translates the server's message; returns `fallback` if the line failed, or the server says nothing. */
export function errorText(error: unknown, fallback: string): string {
  if (error instanceof TypeError && !isNoAnswer(error)) return OWN_FAULT
  if (!isApiError(error) || !error.message) return lineText(error) || fallback
  const { template = error.message, values } = error.data ?? {}
  return filled(template, values)
}
