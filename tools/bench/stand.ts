import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DAY_MS } from 'contract/indian-time'
import type { Knex } from 'knex'
import { readConfig } from '../../server/src/config.ts'
import { terminalLog } from '../../server/src/platform/db/connect.ts'
import { startEmbedded } from '../../server/src/platform/db/embedded.ts'
import { createDb } from '../../server/src/platform/db/knex.ts'
import { signToken } from '../../server/src/shop/auth/tokens.ts'
import { builtArgs, type Program, startProgram } from '../../server/test/program.ts'
import { openScratchDatabases } from '../../server/test/scratch-databases.ts'
import { demoCourses } from '../demo/courses/index.ts'
import { insertCourses } from '../demo/seed-courses.ts'
import type { LoadPlan } from './load.ts'
import type { Sample } from './pairs.ts'
import { cpuSeconds, type LoadGenerator, startLoadGenerator, startServerHelper } from './processes.ts'

/** The environment of all figures: databases, shops on them, the reference, the gateway and the load generator. */
export type Stand = {
  load: LoadGenerator
  /** Creates a migrated database with this many courses; returns its address. */
  database(courses: number): Promise<string>
  /** Creates an owner who has just confirmed; returns a token. */
  admin(databaseUrl: string): Promise<string>
  /** Returns the settings of a shop on this database. */
  settings(databaseUrl: string): Record<string, string>
  shop(databaseUrl: string, more?: Record<string, string>): Promise<Program>
  /** Starts the demo shop with its images, in a folder of its own. */
  demo(): Promise<{ url: string; kill(): Promise<void> }>
  reference(databaseUrl: string): Promise<{ url: string; pid: number; stop(): Promise<void> }>
  /** Returns students with a live session, created at the first call for a database. */
  students(databaseUrl: string, count: number): Promise<Student[]>
  close(): Promise<void>
}

const SECONDS = 2
export const CONNECTIONS = 16
const MOST_REQUESTS = 200_000

/** Measures responses per second under full load, and the server's processor time for each. */
export async function sample(
  { load }: Stand,
  server: { pid: number },
  plan: Pick<LoadPlan, 'url' | 'requests'>,
): Promise<Sample & { answers: number }> {
  const before = cpuSeconds(server.pid)
  const limits = { connections: CONNECTIONS, seconds: SECONDS, maxRequests: MOST_REQUESTS }
  const { answers, seconds, errors } = await load.run({ ...limits, ...plan })
  return { value: answers / seconds, cpuMs: ((cpuSeconds(server.pid) - before) * 1000) / answers, errors, answers }
}

export type Student = { id: number; user_id: string; token: string }

const CHUNK = 500

/** Starts everything on this machine, over loopback, on a PostgreSQL with the settings of the embedded one. */
export async function openStand(): Promise<Stand> {
  const postgres = await openPostgres()
  const databases = await openScratchDatabases(postgres.url, `bench_${process.pid}`)
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-bench-'))
  const gateway = await startServerHelper('./stub-gateway.ts')
  const load = startLoadGenerator()

  const settings = (url: string) => ({
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: '0',
    SEED: 'none',
    RATE_LIMITS: 'off',
    FFMPEG: 'off',
    RAZORPAY_KEY_ID: 'rzp_test_bench',
    RAZORPAY_KEY_SECRET: 'bench',
    RAZORPAY_BASE_URL: gateway.url,
  })
  let demos = 0
  const shop = (url: string, more: Record<string, string> = {}) =>
    startProgram({ ...settings(url), ...more }, builtArgs)
  return {
    load,
    settings,
    shop,
    async database(courses) {
      const url = await databases.create(`with_${courses}`)
      // The first start migrates and creates the queues.
      await (await shop(url)).kill()
      await withDb(url, (db) => fill(db, courses))
      return url
    },
    async admin(url) {
      const config = readConfig({ DATA_DIR: dataDir })
      return withDb(url, async (db) => {
        const subject = 'adm_bench'
        const [{ id }] = await db('admins')
          .insert({ admin_id: subject, email: 'bench@example.com', password_hash: '-', role: 'owner' })
          .returning('id')
        const issuedAt = new Date()
        const expiresAt = new Date(issuedAt.getTime() + DAY_MS)
        const session_id = 'session-of-the-bench'
        const times = { expires_at: expiresAt, confirmed_at: issuedAt }
        await db('sessions').insert({ session_id, audience: 'admin', admin_id: id, ...times })
        return signToken(config, 'admin', { session_id, subject, issuedAt, expiresAt })
      })
    },
    async demo() {
      const folder = await mkdtemp(join(dataDir, 'demo-'))
      const url = await databases.create(`demo_${demos++}`)
      const own = { DATABASE_URL: url, DATA_DIR: folder, PORT: '0', SEED: 'demo', RATE_LIMITS: 'off' }
      return startProgram(own, builtArgs)
    },
    reference: (url) => startServerHelper('./reference.ts', { DATABASE_URL: url }),
    async students(url, count) {
      const config = readConfig({ DATA_DIR: dataDir })
      return withDb(url, async (db) => {
        const { rows } = await db.raw<{ rows: { id: number; user_id: string; session_id: string }[] }>(insertStudents, {
          count,
        })
        const issuedAt = new Date()
        const expiresAt = new Date(issuedAt.getTime() + DAY_MS)
        return rows.map(({ id, user_id, session_id }) => {
          return {
            id,
            user_id,
            token: signToken(config, 'user', { session_id, subject: user_id, issuedAt, expiresAt }),
          }
        })
      })
    },
    async close() {
      await load.stop()
      await gateway.stop()
      await databases.close()
      await postgres.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const insertStudents = `
with made as (
  insert into users (user_id, name, email, phone, phone_key, referral_code)
  select 'usr_bench' || n, 'Student ' || n, 'bench' || n || '@example.com', '9' || lpad(n::text, 9, '0'),
    '9' || lpad(n::text, 9, '0'), 'BENCH' || n
  from generate_series(1, :count) n
  returning id, user_id
), opened as (
  insert into sessions (session_id, audience, user_id, expires_at)
  select 'session-' || user_id, 'user', id, now() + interval '1 day' from made
  returning session_id, user_id
)
select made.id, made.user_id, opened.session_id from made join opened on opened.user_id = made.id order by made.id`

/** Repeats the demo courses, each under its own id and name. */
async function fill(db: Knex, count: number): Promise<void> {
  const media = {
    urlOf: (file: string) => `/media/${'0'.repeat(32)}/${file.split('/').at(-1)}`,
    resolve: (text: string) => text,
    discard: async () => {},
  }
  for (let from = 0; from < count; from += CHUNK) {
    const courses = Array.from({ length: Math.min(CHUNK, count - from) }, (_, index) => {
      const [source] = demoCourses.slice((from + index) % demoCourses.length)
      if (!source) throw new Error('there are no demo courses')
      const number = from + index
      return {
        ...source,
        course_id: `${source.course_id}-${number}`,
        name: `${source.name} ${number}`,
        lessons: source.lessons.slice(0, 1),
      }
    })
    await insertCourses(db, courses, media, new Date(Date.now() - from))
  }
  await db.raw('analyze')
}

async function withDb<T>(url: string, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = createDb(url, { poolMax: 1, timeouts: { statement: 600_000, query: 605_000 } })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function openPostgres(): Promise<{ url: string; close(): Promise<void> }> {
  const input = process.env.TEST_DATABASE_URL
  if (input) return { url: input, close: async () => {} }
  const dataDir = fileURLToPath(new URL('../../.cache/bench-database', import.meta.url))
  const embedded = await startEmbedded({ dataDir, log: terminalLog })
  return { url: embedded.serverUrl, close: embedded.stop }
}
