import type { Knex } from 'knex'
import { buildPromocode } from '../../../server/test/catalogue-factories.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { countPayments, finishJobs, pollAll, runJob } from '../jobs.ts'
import { findViolations, type Shown } from '../ledger.ts'
import { gatewayKeysOf, OWNER, plain, type Site, withPlace } from '../shop.ts'
import { deliverRest } from './model-deliveries.ts'
import { newCourse, newPerson, type Play } from './model-play.ts'
import { endHeldRefund } from './model-refunds.ts'
import { type Pair, startPair } from './model-shop.ts'
import { drawStep, firstStep } from './model-steps.ts'
import { createRandom } from './random.ts'

export type ModelResult = {
  sequences: number
  steps: number
  restarts: number
  orders: number
  payments: number
  /** Payments made by the sheet of the pay page. */
  bySheet: number
  refunds: number
  violations: string[]
  /** Rows of the orders that a violation names. */
  rows: string[]
}

const AT_ONCE = 16
const PEOPLE = 3
const COURSES = 3

/**
 * Plays random sequences of everything that can happen to a purchase on two processes and one database: webhooks are
 * late, doubled, reordered, altered or lost, processes die, money is refunded by shop and dashboard, prices, courses and
 * buyers change. After each round the shop reconciles once, and its ledger must match the gateway's (C18).
 */
export function drillModel(options: {
  site: Site
  seed: number
  runs: number
  /** The first sequence of the seed to play, from 0, so that several shops can share the sequences. */
  from?: number
  stepsEach?: number
  /** Sequences under way at once; the ledgers are compared when all of them have ended. */
  atOnce?: number
  onRound?: (soFar: ModelResult) => void
}): Promise<ModelResult> {
  const { seed, runs, from = 0, stepsEach = 40, atOnce = AT_ONCE } = options
  return withPlace(async (place) => {
    const url = await (await place.databases(options.site)).create('model')
    const db = place.open(url)
    const sums = { sequences: 0, steps: 0, restarts: 0, orders: 0, payments: 0, bySheet: 0, refunds: 0 }
    const result: ModelResult = { ...sums, violations: [], rows: [] }
    const pair = await startPair({ ...settings, DATABASE_URL: url, DATA_DIR: place.folder })
    place.atEnd(pair.close)
    const shared = { pair, db, ...(await openShop(pair, db, place.folder)) }
    for (let first = from; first < from + runs; first += atOnce) {
      const count = Math.min(atOnce, from + runs - first)
      const plays = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          newPlay({ ...shared, random: createRandom(seed).fork(`sequence ${first + index}`) }),
        ),
      )
      await Promise.all(plays.map((play) => playSteps(play, stepsEach)))
      await settle(pair, db, plays)
      const found = [
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
          ...found.map((what) => `sequences ${first} to ${first + count - 1}: ${what}`),
        ]),
      ]
      if (found.length > 0) result.rows = await describeOrders(db, found)
      options.onRound?.(result)
      // Later rounds do not ask about closed orders again.
      await db('orders').whereNot({ status: 'created' }).update({ poll_after: null })
      // A later round would find the same wrong rows again.
      if (found.length > 0) break
    }
    return result
  })
}

const settings = { ...plain, PAY_PAGE: 'on', ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password }

/** Creates promo codes, logs the owner in, and stops the gateway's deliveries: the drill delivers its events. */
async function openShop(pair: Pair, db: Knex, dataDir: string) {
  await ensureSchema(db)
  const lose = JSON.stringify({ fault: 'lose', count: 10_000 })
  await db('sandbox.faults').insert({ side: 'webhooks', match: null, remaining: 1_000_000_000, fault: lose })
  await buildPromocode(db, { promocode: 'HALF', discount: 50 })
  await buildPromocode(db, { promocode: 'FREE', discount: 100 })
  await buildPromocode(db, { promocode: 'TWICE', discount: 60, max_uses_per_buyer: 2 })
  const { body } = await pair.ask(0, '/api/admin/login', { body: OWNER })
  if (typeof body.access_token !== 'string') throw new Error('the owner could not log in')
  return { ownerToken: body.access_token, gatewayKeys: await gatewayKeysOf(dataDir) }
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
    // A sequence without a purchase tests nothing.
    const step = n === 0 ? firstStep : drawStep(play.random)
    try {
      await step.act(play)
    } catch (error) {
      play.said.push(`${step.name} broke off: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** Delivers the remaining events, ends held refunds, and has the shop reconcile once. */
async function settle(pair: Pair, db: Knex, plays: Play[]): Promise<void> {
  await pair.ready()
  await db('sandbox.faults').whereIn('side', ['refunds', 'api']).delete()
  for (const play of plays) {
    while (await endHeldRefund(play)) {}
    await deliverRest(play)
  }
  await finishJobs(db, ['reconcile-order', 'reconcile-orders', 'look-back', 'issue-documents'])
  // Claims of killed senders expire.
  await db('refunds').update({ claimed_until: null })
  // The pause after refused keys is over.
  await db('gateway_pause').delete()
  await pollAll(db)
  await runJob(db, 'look-back')
  await runJob(db, 'compare-lists')
  await finishJobs(db)
  // Reconciling may have found held refunds.
  for (const play of plays) {
    while (await endHeldRefund(play)) {}
    await deliverRest(play)
  }
  await pollAll(db)
  // Jobs of the last events may still run.
  await finishJobs(db)
  await runJob(db, 'issue-documents')
}

/** Lists orders that need attention in the console. */
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

/** Returns the rows of the orders that the violations name, a line each: their moment does not return. */
async function describeOrders(db: Knex, shown: readonly string[]): Promise<string[]> {
  const known: string[] = await db('orders').pluck('order_id')
  const named = known.filter((orderId) => shown.some((line) => line.includes(orderId)))
  const buyers = db('orders').whereIn('order_id', named).select('user_id')
  const payments = db('sandbox.payments as p')
    .join('sandbox.orders as g', 'g.order_id', 'p.order_id')
    .leftJoin('sandbox.links as k', 'k.link_id', 'g.link_id')
    .where((either) => either.whereIn('k.reference_id', named).orWhereRaw(`g.notes ->> 'order_id' = any(?)`, [named]))
  const rows = {
    users: db('users').whereIn('id', buyers).select('id', 'user_id', 'deleted_at'),
    orders: db('orders').whereIn('user_id', buyers).orderBy('created_at'),
    order_lines: db('order_lines').whereIn('order_id', named),
    enrolments: db('enrolments').whereIn('user_id', buyers).orderBy('id'),
    refunds: db('refunds').whereIn('order_id', named).orderBy('created_at'),
    order_events: db('order_events as n')
      .whereIn('order_id', db('orders').whereIn('user_id', buyers).select('order_id'))
      .orderBy('id')
      .select('order_id', 'kind', 'detail', 'created_at'),
    'the gateway’s payments': payments.select('p.*'),
  }
  const lines = await Promise.all(
    Object.entries(rows).map(async ([table, found]) => (await found).map((row) => `${table} ${JSON.stringify(row)}`)),
  )
  return lines.flat()
}
