import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { CallContext } from './context.ts'
import { appError } from './errors.ts'

const MINUTE = 60
const HOUR = 3_600

/** How many points in how many seconds. */
const limits = {
  login: { points: 10, duration: 15 * MINUTE },
  login_client: { points: 50, duration: 15 * MINUTE },
  admin_login: { points: 5, duration: 15 * MINUTE },
  register: { points: 10, duration: HOUR },
  forgot: { points: 5, duration: HOUR },
  forgot_client: { points: 20, duration: HOUR },
  send_access: { points: 5, duration: HOUR },
  buy: { points: 20, duration: 10 * MINUTE },
  promocode: { points: 60, duration: 10 * MINUTE },
  document_mail: { points: 6, duration: HOUR },
} as const

type LimitName = keyof typeof limits
type Limiters = Record<LimitName, RateLimiterPostgres>
type Call = Pick<CallContext, 'ctx' | 'client' | 'setHeader'>

const limitersOfPool = new WeakMap<Knex, Limiters>()

/** An attempt that was counted as failed before it was made, so that many at once cannot slip through. */
export type Attempt = {
  /** The password was right: the attempt does not count, and the failures before it are forgotten. */
  succeeded(): Promise<void>
}

/**
 * Failed logins: 10 in 15 minutes per account and client, 50 per client. Another client's right password still works.
 * Throws 429 `rate_limited` with `Retry-After`. `account` is the normalised email or phone.
 */
export async function limitLogin(call: Call, account: string): Promise<Attempt> {
  const key = keyOf(account, call.client)
  await consume(call, 'login', key)
  await consume(call, 'login_client', keyOf(call.client))
  return {
    async succeeded() {
      if (!call.ctx.config.rateLimits) return
      const { login, login_client } = limitersOf(call.ctx.db)
      await Promise.all([login.delete(key), login_client.reward(keyOf(call.client))])
    },
  }
}

/** Failed admin logins: 5 in 15 minutes per account and client. */
export async function limitAdminLogin(call: Call, account: string): Promise<Attempt> {
  const key = keyOf(account, call.client)
  await consume(call, 'admin_login', key)
  return {
    async succeeded() {
      if (call.ctx.config.rateLimits) await limitersOf(call.ctx.db).admin_login.delete(key)
    },
  }
}

/** New accounts: 10 an hour per client. */
export async function limitRegister(call: Call): Promise<void> {
  await consume(call, 'register', keyOf(call.client))
}

/** Forgotten passwords: 5 an hour per account (known or not) and 20 per client. */
export async function limitForgot(call: Call, account: string): Promise<void> {
  await consume(call, 'forgot_client', keyOf(call.client))
  await consume(call, 'forgot', keyOf(account))
}

/** Access mails that admins send: 5 an hour per user. */
export async function limitSendAccess(call: Call, userId: string): Promise<void> {
  await consume(call, 'send_access', keyOf(userId))
}

/** Purchases: 20 in 10 minutes per user. */
export async function limitBuy(call: Call, userId: string): Promise<void> {
  await consume(call, 'buy', keyOf(userId))
}

/** Promo codes that a client has checked: 60 in 10 minutes. */
export async function limitPromocodeCheck(call: Call): Promise<void> {
  await consume(call, 'promocode', keyOf(call.client))
}

/** Documents mailed on request: 6 an hour per user. */
export async function limitDocumentMail(call: Call, userId: string): Promise<void> {
  await consume(call, 'document_mail', keyOf(userId))
}

/**
 * Counts one, in one statement. A database that fails is an error of the call (503), never a way around the limit.
 * The library keeps time by the machine's clock.
 */
async function consume(call: Call, name: LimitName, key: string): Promise<void> {
  if (!call.ctx.config.rateLimits) return
  try {
    await limitersOf(call.ctx.db)[name].consume(key)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    call.setHeader('Retry-After', String(Math.max(1, Math.ceil(reason.msBeforeNext / 1000))))
    throw appError('rate_limited', 'Too many attempts. Please try again later.')
  }
}

function limitersOf(db: Knex): Limiters {
  const made = limitersOfPool.get(db)
  if (made) return made
  const create = (name: LimitName) =>
    new RateLimiterPostgres({
      storeClient: db,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      // A scheduled job removes what has expired, once for all instances.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      ...limits[name],
    })
  const names = Object.keys(limits) as LimitName[]
  const limiters = Object.fromEntries(names.map((name) => [name, create(name)])) as Limiters
  limitersOfPool.set(db, limiters)
  return limiters
}

/** Of fixed length, and says nothing about whom it counts. */
function keyOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
