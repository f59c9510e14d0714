import { ORPCError } from '@orpc/server'
import type { CallLimit, Cost } from 'contract/call-cost'
import type { Request, Response } from 'express'
import { type CallContext, type Context, calls } from '../../context.ts'
import { networkOf } from '../../platform/net/network-of.ts'
import { createTurns } from '../../platform/queue/turns.ts'
import { type Counted, count, forget, isKnown, refusePast, remember, takeBack } from '../../shop/limits/rate-limits.ts'
import { type CallCost, type CallName, costOf } from './call-costs.ts'
import { clientAddress } from './client-address.ts'
import { countTry } from './tries.ts'

type Counting = { row: CallCost; context: CallContext; input: unknown; account: string; known: boolean }

/** Calls of these costs, or about an account, take turns: even counting a thousand at once would keep the database from others. */
const COME_IN: readonly Cost[] = ['hash', 'mail']

/** The one place where hashing is bounded: it takes a core each, and of the pool's four threads one is left to files. */
const enter = createTurns({
  atOnce: 3,
  waiting: 2_000,
  patienceMs: 10_000,
  says: 'Too many logins at the moment. Please try again.',
})

/**
 * Counts a call by its row of the table before any expensive work. Hashing and mailing wait for a turn first: a proven
 * caller is not in line with strangers, and the fewest failures go first in each line.
 */
export const countCall = calls.middleware(async ({ context, path, next }, input) => {
  const row = costOf(path.join('.'))
  for (const limit of row.limits.filter((one) => isDue(one, input) && !isCounted(one, context))) {
    if (limit.per === 'client') refusePast(context, limit, [context.client])
    if (limit.per === 'caller') refusePast(context, limit, [callerOf(context)])
  }
  if (!row.account && !COME_IN.includes(row.cost)) {
    const counting = { row, context, input, account: '', known: false }
    return next({ context: await counted(counting) })
  }
  const [name] = row.account ? (row.names?.(input) ?? []) : []
  const known = name === undefined ? Promise.resolve(false) : isKnown(context, [name, context.client])
  const caller = callerOf(context)
  const tried = countTry(context.ctx.db, {
    lane: caller || row.ofAdmins ? 'proven' : 'open',
    ...(caller ? { who: caller } : { who: context.client, network: networkOf(context.client) }),
    pair: name === undefined ? undefined : { name: JSON.stringify([name, context.client]), known },
  })
  try {
    return await enter(tried, async () => {
      const account = (await row.account?.(input, context)) ?? ''
      const apart = row.limits.some(({ knownApart }) => knownApart)
      const isProven = async () => (await row.isProven?.(input, context)) ?? true
      const counting = { row, context, input, account, known: apart && (await known) && (await isProven()) }
      try {
        const result = await next({ context: await counted(counting) })
        await succeeded(counting)
        // A success that its limit counts keeps its weight, too.
        if (caller || row.limits.some(({ failuresOnly }) => failuresOnly)) tried.takenBack()
        else tried.stays()
        return result
      } catch (error) {
        // The password was right; the second step is counted by its own call.
        if (needsSecondFactor(error)) await succeeded(counting)
        throw error
      }
    })
  } catch (error) {
    if (needsSecondFactor(error)) tried.takenBack()
    else if (isCallersFault(error)) tried.stays()
    else tried.refused()
    throw error
  }
})

/** Counts an upload before its first byte: a cut one counts, too, and past the limit nothing is received. */
export async function countBeforeFile(context: CallContext): Promise<void> {
  for (const limit of costOf(context.call).limits.filter(({ per }) => per === 'caller')) {
    refusePast(context, limit, [callerOf(context)])
    if (!limit.byHandler) await count(context, limit, [callerOf(context)])
  }
}

/** Counts the limits by client for what answers a public call ahead of the router. */
export const countAhead = (ctx: Context, name: CallName) => async (req: Request, res: Response) => {
  const call = { ctx, setHeader: (header: string, value: string) => void res.setHeader(header, value) }
  const whom = [clientAddress(req)]
  for (const limit of costOf(name).limits) {
    refusePast(call, limit, whom)
    await count(call, limit, whom)
  }
}

/** Counts what is to be counted at once; the rest is the handler's to count. */
async function counted(counting: Counting): Promise<Pick<CallContext, 'countNow'>> {
  const { row, context, input } = counting
  for (const limit of row.limits)
    if (isDue(limit, input) && !isCounted(limit, context) && !(limit.strangersOnly && counting.known))
      await count(context, limit, whom(limit, counting))
  return {
    countNow: async (points) => {
      for (const limit of row.limits) if (limit.byHandler) await count(context, limit, whom(limit, counting), points)
    },
  }
}

const needsSecondFactor = (error: unknown) =>
  error instanceof ORPCError && (error.code as string) === 'second_factor_required'

async function succeeded({ row, context, input, ...counting }: Counting): Promise<void> {
  const names = row.remembers ? [counting.account] : row.proves ? (row.names?.(input) ?? []) : []
  await Promise.all([
    ...row.limits
      .filter(({ failuresOnly }) => failuresOnly)
      .map((limit) =>
        (limit.per === 'client' ? takeBack : forget)(context, limit, whom(limit, { row, context, input, ...counting })),
      ),
    ...names.map((name) => remember(context, [name, context.client])),
  ])
}

function whom({ per, knownApart }: CallLimit, { context, account, known }: Counting): Counted {
  if (per === 'client') return [context.client]
  if (per === 'account and client' || (knownApart && known)) return [account, context.client]
  return [per === 'account' ? account : callerOf(context)]
}

const callerOf = ({ user, admin }: CallContext) => user?.user_id ?? admin?.key?.key_id ?? admin?.admin_id ?? ''

const isCallersFault = (error: unknown) => error instanceof ORPCError && error.code !== 'unavailable'

/** Counted before its file arrived: another may have passed the limit meanwhile. */
const isCounted = ({ per }: CallLimit, { upload }: CallContext) => upload !== undefined && per === 'caller'

/** Counted whatever the call turns out to do. */
const isDue = ({ byHandler, searchesOnly }: CallLimit, input: unknown) =>
  !byHandler && (!searchesOnly || isSearch(input))

function isSearch(input: unknown): boolean {
  const { q, query } = (input ?? {}) as { q?: unknown; query?: { q?: unknown } }
  return Boolean(q ?? query?.q)
}
