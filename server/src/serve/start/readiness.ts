import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { UNUSABLE_MS } from '../../platform/db/clock-watch.ts'
import { pendingMigrations } from '../../platform/db/migrations.ts'
import { findLagging } from '../../platform/db/sequences.queries.ts'
import { UNREADABLE_KEYS } from '../../platform/payments/keys.ts'
import { SecretBoxError } from '../../platform/payments/secret-box.ts'

/**
 * Answers one question: would another instance do better? `degraded` is trouble that all instances share, so a proxy
 * must leave this one in service: it has the shop's own pages. `unready` concerns this instance alone.
 */
export type Readiness = { status: 'ready' } | { status: 'degraded' | 'unready'; reason: string }

type Parts = {
  stopping: () => boolean
  /** True while the program's own database has died and is being started again. */
  databaseDown: () => boolean
  /** Milliseconds by which the machine's clock is ahead of the database's. */
  aheadMs: () => number
}

/** Shorter than a proxy's check, which takes a late answer for a dead instance. */
const LOOK_MS = 700
export const DATABASE_DIED = 'The database has died and is being started again'
const SEQUENCES_LAG: Readiness = {
  status: 'degraded',
  reason: 'The database gives numbers that its tables have already: run doctor',
}
const DATABASE_AWAY: Readiness = { status: 'degraded', reason: 'The database cannot be reached' }

/** Creates the answer of `/api/ready`; requests at the same time share one look at the database. */
export function createReadiness(ctx: Context, { stopping, databaseDown, aheadMs }: Parts): () => Promise<Readiness> {
  let looking: Promise<Readiness> | undefined
  /** A database that was brought without its sequences stays so until a person moves them; a good one is looked at once. */
  let sequencesHold = false

  async function look(): Promise<Readiness> {
    try {
      const pending = await pendingMigrations(ctx.db)
      if (pending.length > 0) return { status: 'unready', reason: 'Migrations have to be applied' }
      sequencesHold ||= (await findLagging(ctx.db)).length === 0
      if (!sequencesHold) return SEQUENCES_LAG
      await ctx.keyring.activeKeys()
    } catch (error) {
      return error instanceof SecretBoxError ? { status: 'degraded', reason: UNREADABLE_KEYS } : DATABASE_AWAY
    }
    return { status: 'ready' }
  }

  return async () => {
    if (stopping()) return { status: 'unready', reason: 'The service is shutting down' }
    const minutes = Math.round(aheadMs() / 60_000)
    if (Math.abs(aheadMs()) >= UNUSABLE_MS) {
      const way = minutes > 0 ? 'ahead of' : 'behind'
      return { status: 'unready', reason: `The clock is ${Math.abs(minutes)} minutes ${way} the database’s` }
    }
    if (databaseDown()) return { status: 'degraded', reason: DATABASE_DIED }
    looking ??= look().finally(() => {
      looking = undefined
    })
    const late = new AbortController()
    const answer = await Promise.race([looking, sleep(LOOK_MS, DATABASE_AWAY, { signal: late.signal, ref: false })])
    late.abort()
    return answer
  }
}
