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
import pino from 'pino'
import { readConfig, SANDBOX_PATH } from '../src/config.ts'
import type { AdminRole, Context } from '../src/context.ts'
import { PATIENT } from '../src/platform/db/knex.ts'
import { createJobs } from '../src/serve/jobs/index.ts'
import { startServer } from '../src/serve/start/server.ts'
import { openAdminSession, openUserSession } from '../src/shop/auth/sessions.ts'
import { bucketSettings } from './bucket-settings.ts'
import { createTestDatabase } from './database.ts'
import { buildAdmin } from './people-factories.ts'

export type ApiClient = JsonifiedClient<ContractRouterClient<Contract>>

export type TestServer = {
  ctx: Context
  db: Context['db']
  /** Where it answers, without `/api`. */
  url: string
  dataDir: string
  /** The settings of the bucket that its files lie in; none where they lie on the disk. */
  bucket: Record<string, string>
  /** The typed client; rejects with an `ORPCError` whose `code`, `status` and `message` are the answer's. */
  api(token?: string): ApiClient
  /** A plain request, for what the typed client cannot say. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** A token of a session of this student (`users.id`). */
  userToken(user: { id: number }): Promise<string>
  /** A token of the first admin, or of a new one with this role. */
  adminToken(role?: AdminRole): Promise<string>
  /** Moves the clock of the program. */
  clock: { advance(ms: number): void; set(time: Date): void }
  /** Runs the jobs that wait to ask the gateway about an order, or those of another name, as a worker would. */
  answerWaiting(name?: string): Promise<void>
  /** Drives the sandbox gateway: faults, counters, ledger, headless paying. What events wake has been asked when they are delivered. */
  gateway(path: string, body?: object): Promise<unknown>
  /** Everything that was logged, as JSON lines. */
  logged: string[]
  /** Until a line with this text is logged, from now on. */
  hears(text: string): Promise<void>
  stop(): Promise<void>
}

type Options = {
  env?: Record<string, string>
  /** A database of its own making; else one of the test server. */
  databaseUrl?: string
  /** Another instance on the database and folder of this one. */
  beside?: TestServer
  /** Jobs run unless false. */
  work?: boolean
}

/** The same database through the pooler that `TEST_POOLER_URL` names (`.env.example`), when there is one. */
function pooledUrl(databaseUrl: string): string | undefined {
  const pooler = process.env.TEST_POOLER_URL
  return pooler && Object.assign(new URL(pooler), { pathname: new URL(databaseUrl).pathname }).href
}

/** Where the tests' files lie when a bucket is named: each shop has a prefix of its own in it, and sends all bytes by itself, as one on a disk does. */
function bucketEnv(beside: TestServer | undefined): Record<string, string> {
  const bucket = bucketSettings()
  if (!bucket) return {}
  const prefix = beside?.ctx.config.media.s3?.prefix ?? `test-${randomBytes(6).toString('hex')}/`
  return { ...bucket, MEDIA_STORE: 's3', MEDIA_S3_PUBLIC_ENDPOINT: 'off', MEDIA_S3_PREFIX: prefix }
}

/** One instance of the program over real HTTP, on a database of its own, with a clock that tests move. */
export async function startTestServer({
  env = {},
  databaseUrl: given,
  beside,
  work = true,
}: Options = {}): Promise<TestServer> {
  const database = beside || given ? undefined : await createTestDatabase()
  const dataDir = beside?.dataDir ?? (await mkdtemp(join(tmpdir(), 'skillhaat-test-')))
  const databaseUrl = database?.url ?? given ?? String(beside?.ctx.config.databaseUrl)
  const pooled = given ? undefined : pooledUrl(databaseUrl)
  const bucket = env.MEDIA_S3_ENDPOINT ? {} : bucketEnv(beside)
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    ...(pooled ? { DATABASE_DIRECT_URL: databaseUrl } : {}),
    SEED: 'none',
    // What is about sets asks for it.
    FFMPEG: 'off',
    RATE_LIMITS: 'off',
    // Most tests pay by the link.
    PAY_PAGE: 'off',
    // Tests move the clock for months.
    SECOND_FACTOR_DAYS: '36500',
    ...bucket,
    ...env,
  })
  let offset = 0
  const logged: string[] = []
  const awaited = new Set<(line: string) => void>()
  const write = (line: string) => {
    logged.push(line)
    for (const tell of awaited) tell(line)
  }
  const log = pino({ level: 'debug' }, { write })
  const server = await startServer({
    config,
    databaseUrl: pooled ?? databaseUrl,
    log,
    work,
    timeouts: { connect: PATIENT.connect, acquire: PATIENT.acquire },
    now: () => new Date(Date.now() + offset),
  })
  const { ctx, url } = server
  const sandbox = ctx.config.sandbox
  const answerWaiting = async (wanted = 'reconcile-order') => {
    const job = createJobs(ctx).find(({ name }) => name === wanted)
    const jobs = () => ctx.db('pgboss.job').where({ name: wanted })
    const waiting = await jobs().whereIn('state', ['created', 'retry']).delete().returning(['id', 'data'])
    for (const { id, data } of waiting) await job?.run(data, id)
    // A worker may have taken one.
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
        const tell = (line: string) => {
          if (line.includes(text) && awaited.delete(tell)) resolve()
        }
        awaited.add(tell)
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
      await database?.drop()
      if (!beside) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function tokenOf(session: { access_token: string } | undefined): string {
  if (!session) throw new Error('no session was opened')
  return session.access_token
}

/** A client typed by the contract, decoding errors into their code, status and sentence. */
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
