import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** The answers a page was rendered with, by their query keys. */
export type PageState = { queries: [key: QueryKey, data: unknown][] }

/** Fills the cache; the data counts as just fetched, so the browser does not request it again. */
export function applyPageState(client: QueryClient, state: PageState): void {
  for (const [key, data] of state.queries) client.setQueryData(key, data)
}
