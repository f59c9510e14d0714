import { createHash } from 'node:crypto'
import { emailsToAddress } from 'contract/call-cost'
import type { ErrorText } from 'contract/errors'
import { emailKey } from 'contract/typed-keys'
import type { Knex } from 'knex'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { CallContext, Context } from '../../context.ts'
import { appError } from '../../errors.ts'

/** So many within so many seconds; counted under its name, which stands for one limit for good. */
export type Limit = { name: string; points: number; seconds: number; says?: ErrorText }

/** Subject of a limit, in parts: the account, the client, or both. */
export type Counted = readonly string[]

type Call = Pick<CallContext, 'ctx' | 'setHeader'>

export const TOO_MANY = 'Too many attempts. Please try again later.'
/** Sign-ins are remembered for a month. */
const REMEMBERED: Limit = { name: 'known', points: 1, seconds: 30 * 86_400 }

const limitersOfPool = new WeakMap<Knex, Map<string, RateLimiterPostgres>>()

/**
 * Counts points in one statement, and returns the count; 429 `rate_limited` with `Retry-After` past the limit. A passed
 * limit is remembered in memory until it ends, so that a flood costs the database nothing. A database that fails is an
 * error of the call (503), never a way around the limit. The library's clock is the machine's.
 */
export async function count(call: Call, limit: Limit, whom: Counted, points = 1): Promise<number> {
  return (await consume(call, limit, whom, points))?.consumedPoints ?? 0
}

/** The same of one point; returns what is left of the limit, and the seconds until it begins again. */
export async function countWindow(call: Call, limit: Limit, whom: Counted): Promise<{ left: number; seconds: number }> {
  const counted = await consume(call, limit, whom, 1)
  if (!counted) return { left: limit.points, seconds: limit.seconds }
  return { left: Math.max(0, counted.remainingPoints), seconds: Math.ceil(counted.msBeforeNext / 1000) }
}

async function consume(call: Call, limit: Limit, whom: Counted, points: number): Promise<RateLimiterRes | undefined> {
  if (!call.ctx.config.rateLimits) return undefined
  try {
    return await limiterOf(call.ctx.db, limit).consume(keyOf(whom), points)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    throw pastLimit(call, limit, reason.msBeforeNext)
  }
}

/** Rejects with 429 when memory knows that the limit was passed; does not query the database. */
export function refusePast(call: Call, limit: Limit, whom: Counted): void {
  if (!call.ctx.config.rateLimits) return
  const limiter = limiterOf(call.ctx.db, limit) as RateLimiterPostgres & Blocking
  const ms = limiter.getInMemoryBlockMsBeforeExpire(limiter.getKey(keyOf(whom)))
  if (ms > 0) throw pastLimit(call, limit, ms)
}

/** A public method of the library that its types leave out. */
type Blocking = { getInMemoryBlockMsBeforeExpire(key: string): number }

function pastLimit(call: Call, { says }: Limit, ms: number): Error {
  call.setHeader('Retry-After', String(Math.max(1, Math.ceil(ms / 1000))))
  return appError('rate_limited', says ?? TOO_MANY)
}

/** Names an address as the subject of a limit. */
export const addressAccount = (email: string) => `address ${email}`

/**
 * Counts an email that a stranger causes, beside the calls that mail a typed address. Returns how to take that back; undefined past the limit.
 */
export async function countStrangersMail(ctx: Context, to: string): Promise<{ takeBack(): Promise<void> } | undefined> {
  const call = { ctx, setHeader: () => {} }
  const whom = [addressAccount(emailKey(to))]
  try {
    await count(call, emailsToAddress(), whom)
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'rate_limited') throw error
    return undefined
  }
  return { takeBack: () => takeBack(call, emailsToAddress(), whom) }
}

/** Takes the last one counted back. */
export async function takeBack({ ctx }: Call, limit: Limit, whom: Counted): Promise<void> {
  if (ctx.config.rateLimits) await limiterOf(ctx.db, limit).reward(keyOf(whom))
}

/** Forgets all that was counted. */
export async function forget({ ctx }: Call, limit: Limit, whom: Counted): Promise<void> {
  if (ctx.config.rateLimits) await limiterOf(ctx.db, limit).delete(keyOf(whom))
}

/** Answered together, by one statement at a time, however many ask. */
type PendingLookup = { before: Promise<unknown>; next?: { keys: Set<string>; found: Promise<Set<string>> } | undefined }

const pendingLookups = new WeakMap<Knex, PendingLookup>()

/** Returns true if this account logged in from this client within a month. */
export async function isKnown({ ctx: { config, db } }: Call, whom: Counted): Promise<boolean> {
  if (!config.rateLimits) return false
  const requesting = pendingLookups.get(db) ?? { before: Promise.resolve() }
  pendingLookups.set(db, requesting)
  requesting.next ??= checkNext(db, requesting)
  const key = limiterOf(db, REMEMBERED).getKey(keyOf(whom))
  const { keys, found } = requesting.next
  keys.add(key)
  return (await found).has(key)
}

function checkNext(db: Knex, requesting: PendingLookup): NonNullable<PendingLookup['next']> {
  const keys = new Set<string>()
  const found = requesting.before.then(async () => {
    requesting.next = undefined
    const rows = await db('rate_limits')
      .whereIn('key', [...keys])
      .where('expire', '>', Date.now())
      .select('key')
    return new Set(rows.map((row: { key: string }) => row.key))
  })
  requesting.before = found.catch(() => {})
  return { keys, found }
}

/** Remembers a sign-in for a month. */
export async function remember({ ctx }: Call, whom: Counted): Promise<void> {
  const { points, seconds } = REMEMBERED
  if (ctx.config.rateLimits) await limiterOf(ctx.db, REMEMBERED).set(keyOf(whom), points, seconds)
}

function limiterOf(db: Knex, { name, points, seconds }: Limit): RateLimiterPostgres {
  const limiters = limitersOfPool.get(db) ?? new Map<string, RateLimiterPostgres>()
  limitersOfPool.set(db, limiters)
  const made = limiters.get(name)
  if (made) return made
  const limiter = new RateLimiterPostgres({
    storeClient: db,
    storeType: 'knex',
    tableName: 'rate_limits',
    tableCreated: true,
    // A scheduled job removes what has expired, once for all instances.
    clearExpiredByTimeout: false,
    inMemoryBlockOnConsumed: points + 1,
    keyPrefix: name,
    points,
    duration: seconds,
  })
  limiters.set(name, limiter)
  return limiter
}

/** The key has a fixed length and says nothing about whom it counts. */
function keyOf(parts: Counted): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
