import { QueryClient } from '@tanstack/react-query'
import { isApiError } from './client.ts'

const FRESH_MS = 60_000

/** Retries only temporary failures (network, 5xx), never a refusal. */
function worthRetrying(failures: number, error: Error): boolean {
  if (failures >= 2) return false
  return !isApiError(error) || error.status >= 500
}

/** Creates one client per browser, and one per rendered page on the server. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a connection a call fails visibly; by default it would wait, and the page with it.
      queries: { staleTime: FRESH_MS, refetchOnWindowFocus: false, retry: worthRetrying, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
