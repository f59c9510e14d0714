import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import type { JsonifiedClient } from '@orpc/openapi-client'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { type Contract, contract } from 'contract'
import type { ShopChanges } from 'contract/shop/defaults'
import pino from 'pino'
import { readConfig, SANDBOX_PATH } from '../src/config.ts'
import type { AdminRole, Context } from '../src/context.ts'
import { createDb, PATIENT } from '../src/platform/db/knex.ts'
import { createJobs } from '../src/serve/jobs/index.ts'
import { startServer } from '../src/serve/start/server.ts'
import { openAdminSession, openUserSession } from '../src/shop/auth/sessions.ts'
import { findShop, readShop, saveShop } from '../src/shop/settings/settings.queries.ts'
import { bucketSettings } from './bucket-settings.ts'
import { createTestDatabase } from './database.ts'
import { keepTime } from './invariants.ts'
import { expectHeadings } from './log-headings.ts'
import { buildAdmin } from './people-factories.ts'

export type ApiClient = JsonifiedClient<ContractRouterClient<Contract>>

export type TestServer = {
  ctx: Context
  db: Context['db']
  /** The server's address, without `/api`. */
  url: string
  dataDir: string
  /** The settings of the bucket for its files; empty if they are on disk. */
  bucket: Record<string, string>
  /** Returns the typed client; rejects with an `ORPCError` with the response's `code`, `status` and `message`. */
  api(token?: string): ApiClient
  /** Sends a plain request, for cases outside the typed client. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Returns a token of a session of this student (`users.id`). */
  userToken(user: { id: number }): Promise<string>
  /** Returns a token of the first admin, or of a new one with this role. */
  adminToken(role?: AdminRole): Promise<string>
  /** Moves the clock of the program. */
  clock: { advance(ms: number): void; set(time: Date): void }
  /** Runs waiting jobs that check an order with the gateway, or those of another name, like a worker. */
  answerWaiting(name?: string): Promise<void>
  /**
   * Controls the sandbox gateway: faults, counters, ledger, payments. Orders woken by delivered events are checked
   * before it returns.
   */
  gateway(path: string, body?: object): Promise<unknown>
  /** All log output, as JSON lines. */
  logged: string[]
  /** Resolves when a line with this text is logged, from now on. */
  hears(text: string): Promise<void>
  stop(): Promise<void>
}

type Options = {
  env?: Record<string, string>
  /** A separate database; by default one of the test server. */
  databaseUrl?: string
  /** Starts another instance with the same database and folder. */
  beside?: TestServer
  /** Runs jobs unless false. */
  work?: boolean
  /** Leaves the shop in test, as its sandbox has it; most tests look at a shop of real money. */
  inTest?: boolean
  /** The owner's settings; most tests refund within a guarantee. Empty: the shop is a new one. */
  shop?: ShopChanges
  /** The clock of its machine, compared with the database's. */
  machineClock?: () => number
  /** Lets statements wait longer than a request's: many at once take turns at one row, and the machine may be busy. */
  patient?: boolean
}

/** Returns the same database through the pooler of `TEST_POOLER_URL` (`.env.example`), if set. */
function pooledUrl(databaseUrl: string): string | undefined {
  const pooler = process.env.TEST_POOLER_URL
  return pooler && Object.assign(new URL(pooler), { pathname: new URL(databaseUrl).pathname }).href
}

/**
 * Returns the settings of the test bucket, if set: each shop has its own prefix, and serves all bytes itself, like one
 * on disk.
 */
function bucketEnv(beside: TestServer | undefined): Record<string, string> {
  const bucket = bucketSettings()
  if (!bucket) return {}
  const prefix = beside?.ctx.config.media.s3?.prefix ?? `test-${randomBytes(6).toString('hex')}/`
  return { ...bucket, MEDIA_STORE: 's3', MEDIA_S3_PUBLIC_ENDPOINT: 'off', MEDIA_S3_PREFIX: prefix }
}

/** Starts one instance of the program over real HTTP, with its own database and a clock that tests move. */
export async function startTestServer({
  env = {},
  databaseUrl: input,
  beside,
  work = true,
  shop = { guarantee: { days: 30 } },
  inTest = false,
  machineClock,
  patient = false,
}: Options = {}): Promise<TestServer> {
  const database = beside || input ? undefined : await createTestDatabase()
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'skillhaat-test-')))
  const databaseUrl = database?.url ?? input ?? String(beside?.ctx.config.databaseUrl)
  const pooled = input ? undefined : pooledUrl(databaseUrl)
  const bucket = env.MEDIA_S3_ENDPOINT ? {} : bucketEnv(beside)
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(pooled ? { DATABASE_DIRECT_URL: databaseUrl } : {}),
    SEED: 'none',
    // Tests about video sets turn it on.
    FFMPEG: 'off',
    RATE_LIMITS: 'off',
    // Most tests pay by link.
    PAY_PAGE: 'off',
    // Tests move the clock by months.
    SECOND_FACTOR_DAYS: '36500',
    ...bucket,
    ...env,
  })
  const wasReal = !inTest && (beside === undefined || !(await isInTest(databaseUrl)))
  let offset = 0
  const logged: string[] = []
  const awaited = new Set<(line: string) => void>()
  const write = (line: string) => {
    logged.push(line)
    for (const notify of awaited) notify(line)
  }
  const log = pino({ level: 'debug' }, { write })
  const server = await startServer({
    config,
    databaseUrl: pooled ?? databaseUrl,
    log,
    work,
    timeouts: patient ? PATIENT : { connect: PATIENT.connect, acquire: PATIENT.acquire },
    now: () => new Date(Date.now() + offset),
    ...(machineClock ? { clock: machineClock } : {}),
  })
  const { ctx, url } = server
  if (!beside) keepTime(ctx.db, ctx.now)
  if (database) await saveShop(ctx.db, { ...shop, ...(inTest && { payments: { test: true } }) }, ctx.now())
  else if (wasReal) await leaveTest(ctx)
  const sandbox = ctx.config.sandbox
  const answerWaiting = async (wanted = 'reconcile-order') => {
    const job = createJobs(ctx).find(({ name }) => name === wanted)
    const jobs = () => ctx.db('pgboss.job').where({ name: wanted })
    const waiting = await jobs().whereIn('state', ['created', 'retry']).delete().returning(['id', 'data'])
    for (const { id, data } of waiting) await job?.run(data, id)
    // A worker may be running one.
    while (await jobs().where({ state: 'active' }).first('id')) await sleep(20)
  }

  return {
    ctx,
    db: ctx.db,
    url,
    dataDir,
    bucket,
    logged,
    hears: (text) =>
      new Promise((resolve) => {
        const notify = (line: string) => {
          if (line.includes(text) && awaited.delete(notify)) resolve()
        }
        awaited.add(notify)
      }),
    api: (token) => createApiClient(url, token),
    request: (path, init) => fetch(new URL(path, url), { redirect: 'manual', ...init }),
    userToken: async ({ id }) => {
      const user = await ctx.db('users').where({ id }).first('id', 'user_id', 'password_hash')
      return tokenOf(await openUserSession(ctx, ctx.db, user))
    },
    adminToken: async (role) => {
      const built = role && (await buildAdmin(ctx.db, { role }))
      const wanted = ctx.db('admins').orderBy('id').first('id', 'admin_id', 'password_hash')
      const admin = await (built ? wanted.where({ id: built.id }) : wanted)
      return tokenOf(await openAdminSession(ctx, ctx.db, admin))
    },
    clock: {
      advance: (ms) => {
        offset += ms
      },
      set: (time) => {
        offset = time.getTime() - Date.now()
      },
    },
    answerWaiting,
    async gateway(path, body) {
      const credentials = Buffer.from(`${sandbox?.keyId}:${sandbox?.keySecret}`).toString('base64')
      const response = await fetch(`${url}${SANDBOX_PATH}/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`gateway ${path}: ${response.status} ${text}`)
      if (path === 'control/deliver') await answerWaiting()
      return text ? JSON.parse(text) : undefined
    },
    async stop() {
      await server.stop()
      expectHeadings(logged)
      if (!beside) await rm(dataDir, { recursive: true, force: true })
      await database?.drop()
    },
  }
}

/** Reads it by a connection of its own: a test may have closed those of the first instance. */
async function isInTest(databaseUrl: string): Promise<boolean> {
  const db = createDb(databaseUrl, { poolMax: 1, timeouts: PATIENT })
  try {
    return (await readShop(db)).payments.test
  } finally {
    await db.destroy()
  }
}

/** The sandbox of a second instance has put the shop in test. */
async function leaveTest({ db, now }: Context): Promise<void> {
  const { payments, ...changes } = (await findShop(db)).changes
  if (payments) await saveShop(db, changes, now())
}

function tokenOf(session: { access_token: string } | undefined): string {
  if (!session) throw new Error('no session was opened')
  return session.access_token
}

/** Creates a client typed by the contract, which decodes errors into their code, status and message. */
export function createApiClient(url: string, token?: string): ApiClient {
  return createORPCClient(
    new OpenAPILink(contract, {
      url: `${url}/api`,
      headers: () => (token ? { authorization: `bearer ${token}` } : {}),
      customErrorResponseBodyDecoder: (body, response) => {
        const { detail, code, ...data } = body as { detail: string; code: string }
        return new ORPCError(code, { status: response.status, message: detail, data })
      },
    }),
  )
}
