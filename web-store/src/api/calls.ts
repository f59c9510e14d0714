import type { Client, ClientContext, ClientLink, NestedClient } from '@orpc/client'
import type { GeneralUtils, ProcedureUtils } from '@orpc/tanstack-query'
import type { CallContext } from './call-types.ts'

// Replaces `createORPCClient` and `createTanstackQueryUtils`, as far as they are used: the first page carries this, and
// those two weigh 2.8 kB.

type Calls = NestedClient<CallContext>
type Link = ClientLink<CallContext>

/** TanStack Query options for a call, and for all calls below a path. */
type QueriesOf<At> =
  At extends Client<infer Context extends ClientContext, infer Input, infer Output, infer Failure>
    ? GeneralUtils<Input> &
        Pick<ProcedureUtils<Context, Input, Output, Failure>, 'call' | 'queryKey' | 'queryOptions' | 'mutationOptions'>
    : GeneralUtils<unknown> & { [Name in keyof At]: QueriesOf<At[Name]> }

type Options = { signal?: AbortSignal; context?: CallContext }

const callOver =
  (link: Link, path: string[]) =>
  (input?: unknown, { context = {}, ...options }: Options = {}) =>
    link.call(path, input, { ...options, context })

/** Returns every call over a link as a function, by its path in the contract: `calls.courses.list({ page: 2 })`. */
export function callsOver<Known extends Calls>(link: Link, path: string[] = []): Known {
  return new Proxy(callOver(link, path), {
    get: (_call, name) => callsOver(link, [...path, String(name)]),
  }) as unknown as Known
}

type CallArgs = { input?: unknown; type?: string; context?: CallContext }

function queryToolsAt(link: Link, path: string[]) {
  const key = ({ input, type }: CallArgs = {}) => [
    path,
    { ...(input !== undefined && { input }), ...(type !== undefined && { type }) },
  ]
  const queryKey = ({ input }: CallArgs = {}) => key({ input, type: 'query' })
  const call = callOver(link, path)
  return {
    call,
    key,
    queryKey,
    queryOptions: (passed: CallArgs = {}) => ({
      queryFn: ({ signal }: { signal: AbortSignal }) => call(passed.input, { signal, context: { ...passed.context } }),
      ...passed,
      queryKey: queryKey(passed),
    }),
    mutationOptions: (passed: CallArgs = {}) => ({
      mutationFn: (input: unknown) => call(input, { context: { ...passed.context } }),
      ...passed,
      mutationKey: key({ type: 'mutation' }),
    }),
  }
}

/**
 * Returns the same calls as query and mutation options: `useQuery(queries.courses.list.queryOptions({ input: {} }))`.
 */
export function queriesOver<Known extends Calls>(link: Link, path: string[] = []): QueriesOf<Known> {
  return new Proxy(queryToolsAt(link, path), {
    get: (tools, name) => Reflect.get(tools, name) ?? queriesOver(link, [...path, String(name)]),
  }) as unknown as QueriesOf<Known>
}
