import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { createDb } from '../../server/src/platform/db/knex.ts'
import { buildPromocode } from '../../server/test/catalogue-factories.ts'
import { findFreePort } from '../../server/test/program.ts'
import { openScratchDatabases } from '../../server/test/scratch-databases.ts'
import { ensureSchema } from '../sandbox-gateway/schema.ts'
import { askAboutAll, finishJobs, runJob } from './jobs.ts'
import { countPayments, findViolations, type Shown } from './ledger.ts'
import { deliverRest } from './model-deliveries.ts'
import { newCourse, newPerson, type Play } from './model-play.ts'
import { endHeldRefund } from './model-refunds.ts'
import { type Pair, startPair } from './model-shop.ts'
import { drawStep, firstStep } from './model-steps.ts'
import { describeOrders } from './order-rows.ts'
import { createRandom } from './random.ts'

export type ModelResult = {
  sequences: number
  steps: number
  restarts: number
  orders: number
  payments: number
  /** Those of the payments that came by the sheet of the pay page. */
  bySheet: number
  refunds: number
  violations: string[]
  /** What the database held of the orders that a violation names. */
  rows: string[]
}

const AT_ONCE = 16
const PEOPLE = 3
const COURSES = 3
const OWNER = { email: 'owner@example.com', password: 'Nimbu-Pani-2026' }

/**
 * Plays random sequences of everything that can happen to a purchase on two processes and one database: webhooks come
 * late, doubled, reordered, altered or not at all, processes are killed, money goes back by either way, prices, courses and
 * buyers change. After each round the shop reconciles once and is held against the gateway's own ledger (C18).
 */
export async function drillModel(options: {
  serverUrl: string
  prefix: string
  seed: number
  runs: number
  /** The first sequence of the seed to be played, from 0: what one run plays, several may share. */
  from?: number
  stepsEach?: number
  /** Sequences under way at once; the ledgers are held against each other when all of them have ended. */
  atOnce?: number
  onRound?: (soFar: ModelResult) => void
}): Promise<ModelResult> {
  const { seed, runs, from = 0, stepsEach = 40, atOnce = AT_ONCE } = options
  const databases = await openScratchDatabases(options.serverUrl, options.prefix)
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-model-'))
  const url = await databases.create('model')
  const timeouts = { connect: 20_000, acquire: 30_000, statement: 30_000, query: 35_000 }
  const db = createDb(url, { poolMax: 4, timeouts })
  const result: ModelResult = {
    sequences: 0,
    steps: 0,
    restarts: 0,
    orders: 0,
    payments: 0,
    bySheet: 0,
    refunds: 0,
    violations: [],
    rows: [],
  }
  let pair: Pair | undefined
  try {
    const ports = [await findFreePort(), await findFreePort()]
    pair = await startPair((port) => settings({ url, dataDir, port }), ports)
    const shared = { pair, db, ...(await openShop(pair, db, dataDir)) }
    for (let first = from; first < from + runs; first += atOnce) {
      const count = Math.min(atOnce, from + runs - first)
      const plays = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          newPlay({ ...shared, random: createRandom(seed).fork(`sequence ${first + index}`) }),
        ),
      )
      await Promise.all(plays.map((play) => playSteps(play, stepsEach)))
      await settle(pair, db, plays)
      const said = [
        ...plays.flatMap((play) => play.said),
        ...pair.takeFaults(),
        ...(await findViolations(db, { webhooks: false, shown: await findShown(pair, shared.ownerToken) })),
      ]
      result.sequences += count
      result.steps += count * stepsEach
      result.restarts = pair.restarts
      const { all, bySheet } = await countPayments(db)
      Object.assign(result, { payments: all, bySheet })
      result.orders = await countRows(db, 'orders')
      result.refunds = await countRows(db, 'sandbox.refunds')
      result.violations = [
        ...new Set([
          ...result.violations,
          ...said.map((what) => `sequences ${first} to ${first + count - 1}: ${what}`),
        ]),
      ]
      if (said.length > 0) result.rows = await describeOrders(db, said)
      options.onRound?.(result)
      // What is closed by now is not asked about in every later round again.
      await db('orders').whereNot({ status: 'created' }).update({ poll_after: null })
      // The ledgers would be held against the same wrong rows again.
      if (said.length > 0) break
    }
    return result
  } finally {
    await pair?.close()
    await db.destroy()
    await databases.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function settings({ url, dataDir, port }: { url: string; dataDir: string; port: number }): Record<string, string> {
  const owner = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password }
  return {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
    SEED: 'none',
    RATE_LIMITS: 'off',
    PAY_PAGE: 'on',
    ...owner,
  }
}

/** Codes, an owner who is logged in, and a gateway that sends nothing by itself: the drill is its courier. */
async function openShop(pair: Pair, db: Knex, dataDir: string) {
  await ensureSchema(db)
  const lose = JSON.stringify({ fault: 'lose', count: 10_000 })
  await db('sandbox.faults').insert({ side: 'webhooks', match: null, remaining: 1_000_000_000, fault: lose })
  await buildPromocode(db, { promocode: 'HALF', discount: 50 })
  await buildPromocode(db, { promocode: 'FREE', discount: 100 })
  await buildPromocode(db, { promocode: 'TWICE', discount: 60, max_uses_per_buyer: 2 })
  const { body } = await pair.ask(0, '/api/admin/login', { body: OWNER })
  if (typeof body.access_token !== 'string') throw new Error('the owner could not log in')
  const { sandbox_key_secret: secret } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))
  return { ownerToken: body.access_token, gatewayKeys: Buffer.from(`rzp_test_sandbox:${secret}`).toString('base64') }
}

async function newPlay(shared: Pick<Play, 'pair' | 'db' | 'gatewayKeys' | 'ownerToken' | 'random'>): Promise<Play> {
  const people = []
  for (let n = 0; n < PEOPLE; n++) people.push(await newPerson(shared))
  const courses = []
  for (let n = 0; n < COURSES; n++) courses.push(await newCourse(shared.db, shared.random))
  return { ...shared, people, courses, links: [], sheets: [], failed: [], done: new Set(), said: [] }
}

async function playSteps(play: Play, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    // Without a purchase a sequence has nothing to say.
    const step = n === 0 ? firstStep : drawStep(play.random)
    try {
      await step.act(play)
    } catch (error) {
      play.said.push(`${step.name} broke off: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** What was not lost arrives, held refunds end, and the shop looks after itself once. */
async function settle(pair: Pair, db: Knex, plays: Play[]): Promise<void> {
  await pair.ready()
  await db('sandbox.faults').whereIn('side', ['refunds', 'api']).delete()
  for (const play of plays) {
    while (await endHeldRefund(play)) {}
    await deliverRest(play)
  }
  await finishJobs(db, ['reconcile-order', 'reconcile-orders', 'look-back', 'issue-documents'])
  // Claims of senders that were killed run out.
  await db('refunds').update({ claimed_until: null })
  // Refused keys had the reconciler wait; the time of that is over.
  await db('gateway_pause').delete()
  await askAboutAll(db)
  await runJob(db, 'look-back')
  await runJob(db, 'compare-lists')
  await finishJobs(db)
  // A refund that was found out while reconciling, and may have been held a moment ago.
  for (const play of plays) {
    while (await endHeldRefund(play)) {}
    await deliverRest(play)
  }
  await askAboutAll(db)
  // What was delivered last may still be asked about.
  await finishJobs(db)
  await runJob(db, 'issue-documents')
}

/** All that the console shows its owner as needing attention. */
async function findShown(pair: Pair, token: string): Promise<Shown[]> {
  const { status, body } = await pair.ask(0, '/api/admin/orders?needs=attention', { method: 'GET', token })
  if (status !== 200) throw new Error(`the orders that need attention answered ${status}`)
  const orders = body.orders as { order_id: string; attention: { reason: string } }[]
  return orders.map(({ order_id, attention }) => ({ order_id, reason: attention.reason }))
}

async function countRows(db: Knex, table: string): Promise<number> {
  const row = await db(table).count({ count: '*' }).first()
  return Number(row?.count ?? 0)
}
