import { ORPCError } from '@orpc/server'
import type { CallContext } from '../context.ts'
import { calls } from '../implement.ts'
import { type Counted, count, forget, isKnown, refusePast, remember, takeBack } from '../rate-limits.ts'
import { createTurns, type Turn } from '../turns.ts'
import { type CallCost, type CallLimit, type Cost, callCosts } from './call-costs.ts'
import { countTry } from './tries.ts'

type Counting = { row: CallCost; context: CallContext; input: unknown; account: string; known: boolean }

/** Few calls of these costs, or about an account, come in at once: counting a thousand would keep the database from others. */
const COME_IN: readonly Cost[] = ['hash', 'mail']

const comeIn = createTurns({
  atOnce: 4,
  waiting: 2_000,
  patienceMs: 10_000,
  says: 'Too many sign-ins at the moment. Please try again.',
})

/**
 * Counts a call by its row of the table before anything costly is begun or waits for its turn, and says where its hashing
 * stands: who has proven himself is not in line with strangers, and of these whoever has failed least comes first.
 */
export const countCall = calls.middleware(async ({ context, path, next }, input) => {
  const row = callCosts[path.join('.') as keyof typeof callCosts]
  for (const limit of row.limits.filter((one) => isDue(one, input))) {
    if (limit.per === 'client') refusePast(context, limit, [context.client])
    if (limit.per === 'caller') refusePast(context, limit, [callerOf(context)])
  }
  if (!row.account && !COME_IN.includes(row.cost)) {
    const counting = { row, context, input, account: '', known: false }
    return next({ context: await counted(counting) })
  }
  const tried = countTry(callerOf(context) || context.client)
  const proven = context.user !== undefined || context.admin !== undefined || row.ofAdmins === true
  return comeIn({ lane: proven ? 'proven' : 'open', rank: tried.before }, async () => {
    const counting = await identified(row, context, input)
    try {
      const result = await next({ context: { ...(await counted(counting)), turn: turnOf(counting, tried.before) } })
      tried.succeeded()
      await succeeded(counting, result.output)
      return result
    } catch (error) {
      // The password was right; what is asked next is counted by its own call.
      if (isSecondFactorAsked(error)) await succeeded(counting, undefined)
      else if (isCallersFault(error)) tried.failed()
      throw error
    }
  })
})

/** Whom the call is about, and whether that one has signed in from this client before. */
async function identified(row: CallCost, context: CallContext, input: unknown): Promise<Counting> {
  const account = (await row.account?.(input, context)) ?? ''
  const asks = row.proves !== undefined || row.limits.some(({ knownApart }) => knownApart)
  const known = account !== '' && asks && (await isKnown(context, [account, context.client]))
  return { row, context, input, account, known }
}

/** Counts what is to be counted at once; the rest is the handler's to count. */
async function counted(counting: Counting): Promise<Pick<CallContext, 'countNow'>> {
  const { row, context, input } = counting
  for (const limit of row.limits) if (isDue(limit, input)) await count(context, limit, whom(limit, counting))
  return {
    countNow: async () => {
      for (const limit of row.limits) if (limit.byHandler) await count(context, limit, whom(limit, counting))
    },
  }
}

const isSecondFactorAsked = (error: unknown) =>
  error instanceof ORPCError && (error.code as string) === 'second_factor_required'

/** Another's failures do not stand in the way of somebody known. */
function turnOf({ row, context, known }: Counting, tries: number): Turn {
  const proven = known || context.user !== undefined || context.admin !== undefined || row.ofAdmins === true
  return { lane: proven ? 'proven' : 'open', rank: known ? 0 : tries }
}

async function succeeded(counting: Counting, output: unknown): Promise<void> {
  const { row, context, account, known } = counting
  const proven = row.proves?.(output, account)
  await Promise.all([
    ...row.limits
      .filter(({ failuresOnly }) => failuresOnly)
      .map((limit) => (limit.per === 'client' ? takeBack : forget)(context, limit, whom(limit, counting))),
    proven !== undefined && !known && remember(context, [proven, context.client]),
  ])
}

function whom({ per, knownApart }: CallLimit, { context, account, known }: Counting): Counted {
  if (per === 'client') return [context.client]
  if (per === 'account and client' || (knownApart && known)) return [account, context.client]
  return [per === 'account' ? account : callerOf(context)]
}

const callerOf = ({ user, admin }: CallContext) => user?.user_id ?? admin?.admin_id ?? ''

const isCallersFault = (error: unknown) => error instanceof ORPCError && error.code !== 'unavailable'

/** Counted whatever the call turns out to do. */
const isDue = ({ byHandler, searchesOnly }: CallLimit, input: unknown) =>
  !byHandler && (!searchesOnly || isSearch(input))

function isSearch(input: unknown): boolean {
  const { q, query } = (input ?? {}) as { q?: unknown; query?: { q?: unknown } }
  return Boolean(q ?? query?.q)
}
