import { createORPCClient, ORPCError } from '@orpc/client'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { expect, test } from 'vitest'
import { callsOver, queriesOver } from './calls.ts'
import { type Client, isApiError } from './client.ts'

/** Returns the calls that arrive at the link while `doing` runs. */
async function arriving(doing: (calls: Client) => unknown, make: (link: never) => unknown): Promise<unknown[]> {
  const arrived: unknown[] = []
  const link = {
    call: async (...call: unknown[]) => {
      arrived.push(call)
      return 'answered'
    },
  }
  arrived.push(await doing(make(link as never) as Client))
  return arrived
}

test("a call arrives at the link like the library's", async () => {
  const { signal } = new AbortController()
  const context = {}
  const doings: ((calls: Client) => unknown)[] = [
    (calls) => calls.courses.list({ q: 'reels' }),
    (calls) => calls.courses.list({ q: 'reels' }, { context: { keepalive: true }, signal }),
  ]
  for (const doing of doings) {
    expect(await arriving(doing, callsOver)).toEqual(await arriving(doing, createORPCClient))
  }
  // Response headers return in the same object.
  const [call] = await arriving((calls) => calls.courses.list({}, { context }), callsOver)
  expect((call as [string[], unknown, { context: object }])[2].context).toBe(context)
})

test('queries and mutations have the keys and options of the library', async () => {
  const link = { call: async (...call: unknown[]) => call }
  const ours = queriesOver<Client>(link)
  const theirs = createTanstackQueryUtils(createORPCClient(link) as Client)
  const input = { q: 'reels' }
  const { signal } = new AbortController()
  expect(ours.key()).toEqual(theirs.key())
  expect(ours.courses.key()).toEqual(theirs.courses.key())
  expect(ours.courses.list.key({ input })).toEqual(theirs.courses.list.key({ input }))
  expect(ours.courses.list.queryKey({ input })).toEqual(theirs.courses.list.queryKey({ input }))
  const [our, their] = [ours, theirs].map(({ courses }) => courses.list.queryOptions({ input, staleTime: 5 }))
  expect({ ...our, queryFn: 0 }).toEqual({ ...their, queryFn: 0 })
  const requested = [our, their].map((options) => options?.queryFn({ signal } as never))
  const [ourCall, theirCall] = await Promise.all(requested)
  expect(without(ourCall)).toEqual(without(theirCall))
  const [doIt, alike] = [ours, theirs].map(({ courses }) => courses.list.mutationOptions({ retry: 2 }))
  expect({ ...doIt, mutationFn: 0 }).toEqual({ ...alike, mutationFn: 0 })
  expect(without(await doIt?.mutationFn?.(input, {} as never))).toEqual(
    without(await alike?.mutationFn?.(input, {} as never)),
  )
})

/** Returns a call without its context, where the library stores the key under a symbol. */
function without(call: unknown): unknown {
  const [path, input, { context, ...options }] = call as [string[], unknown, { context: object }]
  expect(Object.keys(context)).toEqual([])
  return [path, input, options]
}

test('an API response is distinguished from every other failure', () => {
  expect(isApiError(new ORPCError('x', { status: 409 }))).toBe(true)
  for (const other of [new TypeError('Failed to fetch'), new DOMException('gone', 'AbortError'), { status: 409 }, null])
    expect(isApiError(other)).toBe(false)
})
