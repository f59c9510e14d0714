import { ORPCError } from '@orpc/server'
import type { CallContext } from '../context.ts'
import { calls } from '../implement.ts'
import { type Counted, count, forget, isKnown, remember, takeBack } from '../rate-limits.ts'
import type { Turn } from '../turns.ts'
import { type CallCost, type CallLimit, callCosts } from './call-costs.ts'

type Counting = { context: CallContext; account: string; known: boolean }

/**
 * Counts a call by its row of the table before anything costly is begun or waits for its turn, and says where its hashing
 * stands: who has proven himself is not in line with strangers, and of these whoever has tried least comes first.
 */
export const countCall = calls.middleware(async ({ context, path, next }, input) => {
  const row = callCosts[path.join('.') as keyof typeof callCosts]
  const account = (await row.account?.(input, context)) ?? ''
  const asks = row.proves !== undefined || row.limits.some(({ knownApart }) => knownApart)
  const known = account !== '' && asks && (await isKnown(context, [account, context.client]))
  const counting = { context, account, known }

  let tries = 0
  for (const limit of row.limits) {
    if (limit.byHandler || (limit.searchesOnly && !isSearch(input))) continue
    const counted = await count(context, limit, whom(limit, counting))
    if (limit.per !== 'account and client') tries = Math.max(tries, counted)
  }
  const countNow = async () => {
    for (const limit of row.limits) if (limit.byHandler) await count(context, limit, whom(limit, counting))
  }
  try {
    const result = await next({ context: { turn: turnOf(counting, tries), countNow } })
    await succeeded(row, counting, result.output)
    return result
  } catch (error) {
    // The password was right; what is asked next is counted by its own call.
    if (isSecondFactorAsked(error)) await succeeded(row, counting, undefined)
    throw error
  }
})

const isSecondFactorAsked = (error: unknown) =>
  error instanceof ORPCError && (error.code as string) === 'second_factor_required'

/** Another's failures do not stand in the way of somebody known. */
function turnOf({ context, account, known }: Counting, tries: number): Turn {
  const proven = known || context.user !== undefined || context.admin !== undefined || account.startsWith('admin ')
  return { lane: proven ? 'proven' : 'open', rank: known ? 0 : tries }
}

async function succeeded(row: CallCost, counting: Counting, output: unknown): Promise<void> {
  const { context, account, known } = counting
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
  return [per === 'account' ? account : (context.user?.user_id ?? context.admin?.admin_id ?? '')]
}

function isSearch(input: unknown): boolean {
  const { q, query } = (input ?? {}) as { q?: unknown; query?: { q?: unknown } }
  return Boolean(q ?? query?.q)
}
