import type { QueryClient, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { PageAnswer } from 'contract/page-renderer'
import { api } from '../api/client.ts'

/** The answers a page was rendered with, by their query keys. */
export type PageState = { queries: [key: QueryKey, data: unknown][] }

/** Fills the cache; the data counts as just fetched, so the browser does not request it again. */
export function applyPageState(client: QueryClient, state: PageState): void {
  for (const [key, data] of state.queries) client.setQueryData(key, data)
}

type Calls = { [name: string]: Calls } & {
  queryOptions: (about?: { input: object }) => Pick<UseQueryOptions, 'queryKey'>
}

/** Returns the key of a call's query, by the call's name in the contract. */
const keyOfCall = (call: string, input?: object): QueryKey =>
  call
    .split('.')
    .reduce((at, name) => at[name] as Calls, api as unknown as Calls)
    .queryOptions(input && { input }).queryKey as QueryKey

/** Names answers of calls by the keys of their queries. */
export const stateOf = (answers: readonly PageAnswer[]): PageState => ({
  queries: answers.map(({ call, input, output }) => [keyOfCall(call, input), output]),
})
