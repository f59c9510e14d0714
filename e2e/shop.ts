import { copyFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { terminalLog } from '../server/src/platform/db/connect.ts'
import { startEmbedded } from '../server/src/platform/db/embedded.ts'
import { databaseFolder } from '../server/test/database-folder.ts'
import { builtArgs, startProgram } from '../server/test/program.ts'
import { openScratchDatabases } from '../server/test/scratch-databases.ts'
import { MEMBERS, startFleet } from '../tools/fleet/fleet.ts'
import { ANSWER_MS, answerOf, createSandboxControl, type SandboxControl } from './sandbox-control.ts'

/** An API response: its status and its body, undefined without one. */
export type Answer<T = Record<string, unknown>> = { status: number; body: T }

export type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> }

/** The running program with its demo data, its emails and its database. */
export type Shop = {
  /** The public address of the store; emailed links and the gateway's redirect use it too. */
  url: string
  dataDir: string
  /** Calls `/api` + path; returns any status without throwing. */
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>
  /** Calls it as the demo's admin; throws unless the status is 2xx. */
  admin<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>
  student: { email: string; password: string }
  /** The owner's login for the console. */
  owner: { email: string; password: string }
  sandbox: SandboxControl
  /** Runs SQL on the shop's own database, for states that no call can create, such as elapsed time. */
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Runs a job of the table in `jobs/` now, like its schedule does. */
  runJob(name: string): Promise<void>
  /** Stores a file under this key in the media store, like a video preparation does. */
  keepFile(key: string, file: string): Promise<void>
  /** Kills the program like a power cut; `start` restarts it under the same address. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** The program behind the address: one instance, or several behind a proxy. */
type House = Pick<Shop, 'url' | 'dataDir' | 'keepFile' | 'kill' | 'start' | 'close'> & {
  databaseUrl: string
  /** Returns its last log lines. */
  lastWords(): string
}

/**
 * A stopped shop with the demo: the beginning of its databases' names, its folder, and that of its server, which every
 * worker has to take: `databaseFolder` chooses by the memory that is free at the moment.
 */
type Demo = { prefix: string; dataDir: string; databaseDir: string }

const DEMO = 'demo'
const settingsOf = (seed: 'demo' | 'none', payPage: 'on' | 'off') => ({
  SEED: seed,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'info',
  PAY_PAGE: payPage,
  FFMPEG: 'off',
})

/** Writes the demo once for all shops of a run, which `openShop` copies; returns how to discard it. */
export async function openDemo(): Promise<() => Promise<void>> {
  const { stop, dataDir, databaseDir, close } = await openProgram(DEMO, settingsOf('demo', 'off'))
  await stop()
  process.env.E2E_DEMO = JSON.stringify({ prefix: `e2e_${process.pid}`, dataDir, databaseDir } satisfies Demo)
  return close
}

/**
 * Starts the program on a database of its own, with the demo (a copy of the run's, if there is one) or as a new shop; with `E2E_FLEET=1` two instances, behind the services of `tools/fleet`.
 */
export async function openShop(
  name: string,
  payPage: 'on' | 'off' = 'off',
  seed: 'demo' | 'none' = 'demo',
): Promise<Shop> {
  const settings = settingsOf(seed, payPage)
  const house = await (process.env.E2E_FLEET === '1' ? openFleet(settings) : openProgram(name, settings))
  const { url, dataDir, databaseUrl } = house
  const secrets: Record<string, string> = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => {})

  async function call<T>(method: string, path: string, { token, body, headers = {} }: CallOptions = {}) {
    const response = await answerOf(`${url}/api${path}`, house.lastWords, {
      method,
      headers: {
        ...(token ? { authorization: `bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : undefined) as T }
  }

  let adminToken: Promise<string> | undefined
  const logInAdmin = async () => {
    const { body } = await call<{ access_token: string }>('POST', '/admin/login', {
      body: { email: 'admin@example.com', password: secrets.admin_password },
    })
    return body.access_token
  }

  const allRequested = async () => {
    const requesting = `select state, retry_count, output from pgboss.job where name = 'reconcile-order' and state in ('created', 'retry', 'active')`
    for (const until = Date.now() + ANSWER_MS; ; await sleep(50)) {
      const { rows } = await pool.query(requesting)
      if (rows.length === 0) return
      if (Date.now() > until) throw new Error(`orders are not reconciled yet: ${JSON.stringify(rows)}`)
    }
  }

  const shop: Shop = {
    url,
    dataDir,
    call,
    async admin<T>(method: string, path: string, body?: unknown) {
      const request = async () => {
        adminToken ??= logInAdmin()
        return call<T>(method, `/admin${path}`, { token: await adminToken, body })
      }
      let answer = await request()
      // A login confirms sensitive calls for some minutes only; a worker lives longer.
      if ((answer.body as { code?: string } | undefined)?.code === 'confirmation_required') {
        adminToken = undefined
        answer = await request()
      }
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    student: { email: 'student@example.com', password: secrets.student_password ?? '' },
    owner: { email: 'admin@example.com', password: secrets.admin_password ?? '' },
    sandbox: createSandboxControl(url, secrets.sandbox_key_secret ?? '', allRequested, house.lastWords),
    async query<Row extends object>(sql: string, values: unknown[] = []) {
      return (await pool.query<Row>(sql, values)).rows
    },
    async runJob(name) {
      const boss = new PgBoss({
        connectionString: databaseUrl,
        supervise: false,
        schedule: false,
        migrate: false,
        max: 1,
      })
      await boss.start()
      await boss.send(name, {})
      await boss.stop({ graceful: false })
    },
    keepFile: house.keepFile,
    kill: house.kill,
    start: house.start,
    async close() {
      await pool.end()
      await house.close()
    },
  }
  if (seed === 'demo') {
    await shop.admin('PUT', '/settings', { switches: { countdown: true, next_price: true } })
    // The question of the first login is answered: its own journey asks it.
    await pool.query(`update shop_settings set settled_steps = '{demo_seen}'`)
  }
  return shop
}

async function openProgram(
  name: string,
  input: Record<string, string>,
): Promise<House & { databaseDir: string; stop(): Promise<void> }> {
  const demo: Demo | undefined =
    input.SEED === 'demo' && process.env.E2E_DEMO ? JSON.parse(process.env.E2E_DEMO) : undefined
  const server = process.env.TEST_DATABASE_URL
  const databaseDir = demo?.databaseDir ?? databaseFolder('e2e-database')
  const embedded = server ? undefined : await startEmbedded({ dataDir: databaseDir, log: terminalLog, durable: false })
  if (embedded) await dropLeftovers(embedded.serverUrl)
  const databases = await openScratchDatabases(
    server ?? embedded?.serverUrl ?? '',
    demo?.prefix ?? `e2e_${process.pid}`,
  )
  const databaseUrl = demo
    ? await databases.create(`${name}_${process.pid}`, { template: DEMO })
    : await databases.create(name)
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-e2e-'))
  const discard = async () => {
    await databases.close()
    await embedded?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  if (demo) await cp(demo.dataDir, dataDir, { recursive: true })
  const settings = { ...input, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  let program = await startProgram({ ...settings, PORT: '0' }, builtArgs).catch(async (error) => {
    await discard()
    throw error
  })
  const stop = async () => {
    if (!program.hasEnded()) process.kill(program.pid, 'SIGTERM')
    await program.ended
  }
  // The store's address by host name: the browser stores data per origin, and the gateway redirects to this one.
  const url = program.url.replace('127.0.0.1', 'localhost')
  return {
    url,
    dataDir,
    databaseUrl,
    keepFile: (key, file) => copyFile(file, join(dataDir, 'media', key)),
    kill: () => program.kill(),
    async start() {
      program = await startProgram({ ...settings, PORT: new URL(url).port }, builtArgs)
    },
    databaseDir,
    lastWords: () => program.lastWords(),
    stop,
    async close() {
      await stop()
      await discard()
    },
  }
}

async function openFleet(settings: Record<string, string>): Promise<House> {
  // Pages know only the shop's address, so it also serves the files.
  const fleet = await startFleet(async () => ({ ...settings, MEDIA_S3_PUBLIC_ENDPOINT: 'off' }))
  return {
    url: fleet.url,
    dataDir: fleet.shops[0]?.dataDir ?? '',
    databaseUrl: fleet.databaseUrl,
    lastWords: () => '',
    keepFile: fleet.keepFile,
    kill: async () => void (await Promise.all(MEMBERS.map(fleet.kill))),
    start: async () => void (await Promise.all(MEMBERS.map(fleet.start))),
    close: fleet.close,
  }
}

/** Drops databases of killed runs; their names contain the process number. */
async function dropLeftovers(serverUrl: string): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl })
  await server.connect()
  try {
    const { rows } = await server.query<{ datname: string }>(
      `select datname from pg_database where datname like 'e2e\\_%'`,
    )
    for (const { datname } of rows.filter((row) => !isRunning(Number(row.datname.split('_')[1])))) {
      await server.query(`drop database if exists "${datname}" with (force)`)
    }
  } finally {
    await server.end()
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
