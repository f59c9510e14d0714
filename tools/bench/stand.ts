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
import { type BulkSize, fillBulk } from './bulk.ts'
import { type LoadGenerator, startLoadGenerator, startServerHelper } from './processes.ts'

/** The environment of all figures: databases, shops on them, the reference, the gateway and the load generator. */
export type Stand = {
  load: LoadGenerator
  /** Creates a migrated database with this many courses; returns its address. */
  database(courses: number): Promise<string>
  /** Creates a migrated database with a big shop (`bulk.ts`); returns its address. */
  bulk(size: BulkSize): Promise<string>
  /** Creates an owner; returns a token. */
  admin(databaseUrl: string): Promise<string>
  /** Returns the settings of a shop on this database. */
  settings(databaseUrl: string): Record<string, string>
  shop(databaseUrl: string, more?: Record<string, string>): Promise<Program>
  reference(
    databaseUrl: string,
    more?: Record<string, string>,
  ): Promise<{ url: string; pid: number; stop(): Promise<void> }>
  /** Starts the sandbox gateway in a separate process with its own database, 50 ms away. */
  sandbox(): Promise<{ url: string; database: string; stop(): Promise<void> }>
  /** Starts a second load generator, for two kinds of load at once. */
  another(): LoadGenerator
  /** Returns students with a live session, created at the first call for a database. */
  students(databaseUrl: string, count: number): Promise<Student[]>
  close(): Promise<void>
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
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, PORT: '0', SEED: 'none', RATE_LIMITS: 'off', FFMPEG: 'off' },
    ...{ RAZORPAY_KEY_ID: 'rzp_test_bench', RAZORPAY_KEY_SECRET: 'bench', RAZORPAY_BASE_URL: gateway.url },
  })
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
    async bulk(size) {
      const url = await databases.create('bulk')
      await (await shop(url)).kill()
      await withDb(url, (db) => fillBulk(db, size))
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
        await db('sessions').insert({ session_id, audience: 'admin', admin_id: id, expires_at: expiresAt })
        await db.raw(insertActivity, { id })
        return signToken(config, 'admin', { session_id, subject, issuedAt, expiresAt })
      })
    },
    reference: (url, more = {}) => startServerHelper('./reference.ts', { DATABASE_URL: url, ...more }),
    sandbox: async () => {
      const database = await databases.create('gateway')
      return { ...(await startServerHelper('../sandbox-gateway/elsewhere.ts', { DATABASE_URL: database })), database }
    },
    another: startLoadGenerator,
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

const insertActivity = `
insert into activity (created_at, admin_id, admin_email, admin_role, call, kind, target_id, target_name, before, after)
select now() - n * interval '5 minutes', :id, 'bench@example.com', 'owner', 'courses.update', 'course', 'bulk-course-' || n,
  'Course number ' || n, '{"price": 499}', '{"price": 599}'
from generate_series(1, 20000) n`

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
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, close: async () => {} }
  const dataDir = fileURLToPath(new URL('../../.cache/bench-database', import.meta.url))
  const embedded = await startEmbedded({ dataDir, log: terminalLog })
  return { url: embedded.serverUrl, close: embedded.stop }
}
