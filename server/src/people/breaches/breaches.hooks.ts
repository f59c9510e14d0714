import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { forgetListed } from './breaches.queries.ts'
import { findRunning } from './breaches.service.ts'

/** The clock that ends first stands for all. */
export const todoLines: Hooks<Pick<Context, 'db' | 'now'>>['todoLines'] = async (ctx) => {
  const running = await findRunning(ctx)
  const [first] = running
    .flatMap(({ row, clocks }) => clocks.map((clock) => ({ row, clock })))
    .toSorted((one, other) => one.clock.ends_at.localeCompare(other.clock.ends_at))
  if (!first) return []
  const { row, clock } = first
  return [{ kind: 'breach', count: running.length, since: row.known_at, until: clock.ends_at, words: clock.to }]
}

export const personErased: Hooks<Context>['personErased'] = (_ctx, trx, { id }) => forgetListed(trx, id)
