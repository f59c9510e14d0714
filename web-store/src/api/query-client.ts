import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './client.ts'

const FRESH_MS = 60_000

/** A refusal stays a refusal; only what may be gone a moment later (network, 5xx) is asked again. */
function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2) return false
  return !isApiError(error) || error.status >= 500
}

/** One per browser, and one per rendered page on the server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection a call fails and is said to have failed; by default it would wait, and the page with it.
      queries: { staleTime: FRESH_MS, refetchOnWindowFocus: false, retry: worthRetrying, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
