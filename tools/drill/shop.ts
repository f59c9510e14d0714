import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from 'contract/indian-time'
import type { Knex } from 'knex'
import { readConfig } from '../../server/src/config.ts'
import { terminalLog } from '../../server/src/platform/db/connect.ts'
import { startEmbedded } from '../../server/src/platform/db/embedded.ts'
import { createDb } from '../../server/src/platform/db/knex.ts'
import { signToken } from '../../server/src/shop/auth/tokens.ts'
import { databaseFolder } from '../../server/test/database-folder.ts'
import { type Program, startPatiently } from '../../server/test/program.ts'
import { openScratchDatabases, type ScratchDatabases } from '../../server/test/scratch-databases.ts'
import { createApiClient } from '../../server/test/server.ts'

/** A PostgreSQL where databases may be created, and the prefix of their names. */
export type Site = { serverUrl: string; prefix: string }

/** Everything that a drill starts; it ends with the drill, the last thing first. */
export type Place = {
  /** A new folder. */
  folder: string
  databases(site: Site): Promise<ScratchDatabases>
  start(settings: Record<string, string>): Promise<Program>
  /** Opens a database with the patience of a busy machine. */
  open(url: string): Knex
  atEnd(end: () => unknown): void
}

export async function withPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-drill-'))
  const ends: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    return await work({
      folder,
      async databases({ serverUrl, prefix }) {
        const databases = await openScratchDatabases(serverUrl, prefix)
        ends.push(databases.close)
        return databases
      },
      async start(settings) {
        const program = await startPatiently(settings)
        ends.push(program.kill)
        return program
      },
      open(url) {
        const timeouts = { connect: 20_000, acquire: 60_000, statement: 60_000, query: 65_000 }
        const db = createDb(url, { poolMax: 4, timeouts })
        ends.push(() => db.destroy())
        return db
      },
      atEnd: (end) => ends.push(end),
    })
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

/** Settings of a shop for a drill: without demo data and limits, on any port. */
export const plain = { PORT: '0', SEED: 'none', RATE_LIMITS: 'off' }

export type ProductionShop = { program: Program; db: Knex; dataDir: string }

/** The owner of a shop in production mode. */
export const OWNER = { email: 'owner@example.com', password: 'Mango-Kulfi-42' }

/** Starts the program in production mode, with every limit on, on a new database. */
export function withProductionShop<T>(
  site: Site,
  settings: Record<string, string>,
  work: (shop: ProductionShop) => Promise<T>,
): Promise<T> {
  return withPlace(async (place) => {
    const databaseUrl = await (await place.databases(site)).create('door')
    const dataDir = join(place.folder, 'data')
    const secret = () => randomBytes(32).toString('base64url')
    const program = await place.start({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: '0',
      STORE_URL: 'https://shop.example',
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SESSION_SECRET: secret(),
      ENCRYPTION_KEY: secret(),
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
      ...settings,
    })
    return work({ program, db: place.open(databaseUrl), dataDir })
  })
}

/** Keys of a gateway that takes no payment. */
export const liveKeys = () => ({
  RAZORPAY_KEY_ID: 'rzp_live_drill0000000',
  RAZORPAY_KEY_SECRET: randomBytes(32).toString('base64url'),
  RAZORPAY_WEBHOOK_SECRET: randomBytes(32).toString('base64url'),
})

/** Returns the keys that control the sandbox gateway of a data folder, in base64. */
export async function gatewayKeysOf(dataDir: string): Promise<string> {
  const { sandbox_key_secret: secret } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
  return Buffer.from(`rzp_test_sandbox:${secret}`).toString('base64')
}

/** Logs in as the owner that a shop creates at its first start. */
export async function ownerToken(url: string, dataDir: string): Promise<string> {
  const { email = '', password = '' } = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }).admin
  return (await createApiClient(url).auth.adminLogin({ email, password })).access_token
}

/** Inserts students with an open session each, and returns their tokens; `first` is the number of the first one. */
export async function makeStudents(
  db: Knex,
  dataDir: string,
  { first, count }: { first: number; count: number },
): Promise<{ user_id: string; token: string }[]> {
  const config = readConfig({ DATA_DIR: dataDir })
  const { rows } = await db.raw<{ rows: { user_id: string; session_id: string }[] }>(
    `with made as (
       insert into users (user_id, name, email, phone, phone_key, referral_code)
       select 'usr_drill' || n, 'Student ' || n, 'drill' || n || '@example.com', '9' || lpad(n::text, 9, '0'),
         '9' || lpad(n::text, 9, '0'), 'DRILL' || n from generate_series(:first::int, :first::int + :count::int - 1) n
       returning id, user_id
     ), opened as (
       insert into sessions (session_id, audience, user_id, expires_at)
       select 'session-' || user_id, 'user', id, now() + interval '1 day' from made returning session_id, user_id
     )
     select made.user_id, opened.session_id from made join opened on opened.user_id = made.id`,
    { first, count },
  )
  const issuedAt = new Date()
  const expiresAt = new Date(issuedAt.getTime() + DAY_MS)
  return rows.map(({ user_id, session_id }) => ({
    user_id,
    token: signToken(config, 'user', { session_id, subject: user_id, issuedAt, expiresAt }),
  }))
}

/** Options of the command line for a scenario; only a few use `random`, and `from`, the first one to play. */
export type Drill = { site: Site; runs: number; seed: number; random: number; from?: number }

/**
 * One scenario of a program: its runs in full, those of its test, what N runs are, and the play, which prints its
 * figures and returns what is wrong.
 */
export type Scenario = { full: number; small?: number; about: string; play(drill: Drill): Promise<string[]> }

/** Returns a PostgreSQL where databases may be created: that of `TEST_DATABASE_URL`, else an embedded one. */
export async function openServer(): Promise<{ url: string; close(): Promise<void> }> {
  const passed = process.env.TEST_DATABASE_URL
  if (passed) return { url: passed, close: async () => {} }
  // Drills kill our processes, never the machine: a commit need not wait for the disk.
  const dataDir = databaseFolder('drill-database')
  const embedded = await startEmbedded({ dataDir, log: terminalLog, durable: false })
  return { url: embedded.serverUrl, close: embedded.stop }
}
