import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The answers a page was rendered with, by the key under which the browser looks for them. */
export type PageState = { queries: [key: QueryKey, data: unknown][] }

/** Fills the cache; the data counts as fetched now, so the browser does not ask again for what it was given. */
export function applyPageState(client: QueryClient, state: PageState): void {
  for (const [key, data] of state.queries) client.setQueryData(key, data)
}
