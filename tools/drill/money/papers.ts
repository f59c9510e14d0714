import { indianDay } from 'contract/indian-time'
import type { Knex } from 'knex'
import { pino } from 'pino'
import type { Context } from '../../../server/src/context.ts'
import { migrate } from '../../../server/src/platform/db/migrations.ts'
import { createQueue } from '../../../server/src/platform/queue/queue.ts'
import type { DocumentRow } from '../../../server/src/sales/documents/documents.queries.ts'
import { issueDocuments } from '../../../server/src/sales/documents/documents.service.ts'
import { lockOrder } from '../../../server/src/sales/orders/orders.queries.ts'
import { bookOutside } from '../../../server/src/sales/orders/refunds/book-outside.ts'
import { storeRefund } from '../../../server/src/sales/orders/refunds/give-back.ts'
import { findRefundable, linesOf, paiseOf } from '../../../server/src/sales/orders/refunds/refundable.ts'
import { sendRefund } from '../../../server/src/sales/orders/refunds/send-refund.ts'
import { settleOrder } from '../../../server/src/sales/orders/settlement/settle.ts'
import { createJobs } from '../../../server/src/serve/jobs/index.ts'
import { readGstr1 } from '../../../server/src/serve/reports/gstr1/gstr1.service.ts'
import { SELLER_GSTIN, taxSettings } from '../../../server/test/tax-settings.ts'
import { type Site, withPlace } from '../shop.ts'
import { enter, returnedValue } from './papers-book.ts'
import { beginLife, type Life, type Shop } from './papers-life.ts'
import { backUp, noteAll, restore, type Saved } from './papers-restore.ts'
import { addDispute, addRefund, gatewayOf, truthOf, type World } from './papers-world.ts'
import { createRandom, type Random } from './random.ts'

export type PapersResult = {
  lives: number
  steps: number
  papers: number
  debitNotes: number
  restores: number
  violations: string[]
}

/** Lives of one database, which is restored once while they go on. */
const TOGETHER = 50
const STEPS = 8
/** Fewer than an instance has connections. */
const AT_ONCE = 3

/**
 * Plays random lives of orders on two instances and one database, and compares after each step, once its jobs have run: the documents of the
 * order with the money of an independent account, the return of each month with that account, and the numbers of each series.
 */
export async function drillPapers(options: {
  site: Site
  seed: number
  runs: number
  stepsEach?: number
  onRound?: (soFar: PapersResult) => void
}): Promise<PapersResult> {
  const { site, seed, runs, stepsEach = STEPS, onRound } = options
  const result: PapersResult = { lives: 0, steps: 0, papers: 0, debitNotes: 0, restores: 0, violations: [] }
  for (let first = 0; first < runs; first += TOGETHER) {
    const count = Math.min(TOGETHER, runs - first)
    await playRound(
      { ...site, prefix: `${site.prefix}_${first}` },
      createRandom(seed).fork(`lives ${first}`),
      { count, stepsEach },
      result,
    )
    onRound?.(result)
  }
  return result
}

async function playRound(
  site: Site,
  random: Random,
  { count, stepsEach }: { count: number; stepsEach: number },
  result: PapersResult,
) {
  await withPlace(async (place) => {
    const url = await (await place.databases(site)).create('papers')
    const clock = { now: new Date('2026-12-03T06:30:00Z') }
    const worlds = new Map<string, World>()
    const contexts = [place.open(url), place.open(url)].map((db) =>
      contextOf(db, { clock, payments: gatewayOf(worlds) }),
    )
    const [one] = contexts
    if (!one) throw new Error('no instance')
    await migrate(one.db)
    await one.queue.prepare(createJobs(one))
    place.atEnd(() => Promise.all(contexts.map(({ queue }) => queue.stop())))
    const shop: Shop = { db: one.db, at: contexts, worlds, clock }
    const { rate, ...settings } = taxSettings({ valid_from: '2026-12-01' })
    // A fifth of the shops is not registered.
    const taxed = random.chance(0.8)
    const rule = {
      rate_basis_points: random.chance(0.2) ? 0 : rate * 100,
      prices: random.chance(0.7) ? 'inclusive' : 'exclusive',
    }
    if (taxed) await shop.db('tax_settings').insert({ ...settings, ...rule })
    const lives: Life[] = []
    for (let n = 0; n < count; n++)
      lives.push(await beginLife(shop, random.fork(`life ${n}`), taxed ? rule : undefined))
    const months = new Map<string, number>()
    const jumped: { series: string; last: number; to: number }[] = []
    let saved: Saved | undefined
    for (let step = 0; step <= stepsEach; step++) {
      clock.now = new Date(clock.now.getTime() + random.below(9) * 86_400_000 + 1_000)
      const play = async (life: Life) => {
        if (step > 0) await playStep(shop, life)
        await runJobs(shop, life)
        const wrong = await compare(shop.db, life, { taxed, months, month: indianDay(clock.now).slice(0, 7) })
        result.violations.push(...wrong.map((what) => `${site.prefix}, step ${step}, ${life.world.orderId}: ${what}`))
        result.steps += 1
      }
      for (let from = 0; from < lives.length; from += AT_ONCE)
        await Promise.all(lives.slice(from, from + AT_ONCE).map(play))
      const wrong = [...(await compareMonths(one, taxed, months)), ...(await compareNumbers(shop.db, jumped))]
      result.violations.push(...wrong.map((what) => `${site.prefix}, step ${step}: ${what}`))
      if (step === 2) saved = await backUp(shop, lives, months)
      if (step === 5 && saved) {
        jumped.push(...(await restore(shop, lives, months, saved)))
        result.restores += 1
      }
    }
    result.lives += lives.length
    const papers: DocumentRow[] = await shop.db('documents').select('kind')
    result.papers += papers.length
    result.debitNotes += papers.filter(({ kind }) => kind === 'debit_note').length
  })
}

type Instance = Context & { queue: ReturnType<typeof createQueue> }

function contextOf(db: Knex, { clock, payments }: { clock: Shop['clock']; payments: Context['payments'] }): Instance {
  const log = pino({ level: 'silent' })
  const read: Context['read'] = (work) => work(db)
  return {
    config: {},
    db,
    read,
    queue: createQueue({ db, log }),
    now: () => clock.now,
    log,
    payments,
  } as unknown as Instance
}

type Act = (shop: Shop, life: Life, ctx: Context) => Promise<unknown>

const acts: Act[] = [
  refundSeats,
  refundSeats,
  refundSum,
  refundByBank,
  refundInDashboard,
  endPending,
  endPending,
  failLate,
  failLate,
  loseDispute,
  winDispute,
  winDispute,
]

export async function playStep(shop: Shop, life: Life): Promise<void> {
  const { random } = life
  await random.pick(acts)(shop, life, random.pick(shop.at))
}

async function refundSeats(_shop: Shop, { world, random, seats }: Life, ctx: Context): Promise<void> {
  const { orderId: order_id, payment } = world
  world.next = random.chance(0.3) ? 'pending' : 'processed'
  const row = await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, order_id)
    const refundable = order && (await findRefundable(trx, order, { lock: true }))
    if (!refundable || refundable.seats.length === 0) return undefined
    const picked = refundable.seats.filter(() => random.chance(0.4))
    const paise = paiseOf(refundable, picked)
    if (paise === 0) return undefined
    const made = {
      origin: 'admin',
      reason: 'Not for me',
      redeemed: null,
      admin_id: null,
      idempotency_key: null,
    } as const
    const lines = linesOf(refundable, paise, picked)
    const wanted = { order_id, payment_id: payment.id, amount_paise: paise, lines, ...made }
    const stored = await storeRefund(ctx, trx, wanted, { detail: 'seats', seats: picked })
    seats.set(stored.refund_id, factsOf(lines, picked))
    return stored
  })
  if (row) await sendRefund(ctx, row)
}

const factsOf = (lines: unknown, seats: readonly { course_id: string; seat: number }[]) =>
  JSON.stringify([lines, seats.map(({ course_id, seat }) => `${course_id} ${seat}`).toSorted()])

async function refundSum(_shop: Shop, { world, random }: Life, ctx: Context): Promise<void> {
  const { orderId: order_id, payment } = world
  world.next = random.chance(0.3) ? 'pending' : 'processed'
  const row = await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, order_id)
    const refundable = order && (await findRefundable(trx, order, { lock: true }))
    if (!refundable || refundable.all < 100) return undefined
    const paise = random.chance(0.3) ? refundable.all : 100 + random.below(refundable.all - 99)
    const made = { origin: 'admin', reason: null, redeemed: null, admin_id: null, idempotency_key: null } as const
    const wanted = { order_id, payment_id: payment.id, amount_paise: paise, lines: linesOf(refundable, paise), ...made }
    return storeRefund(ctx, trx, wanted, { detail: 'sum', seats: [] })
  })
  if (row) await sendRefund(ctx, row)
}

async function refundByBank(shop: Shop, { world, book, random }: Life, ctx: Context): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, world.orderId)
    const all = order ? (await findRefundable(trx, order, { lock: true })).all : 0
    if (!order || all === 0) return
    const amount_paise = 1 + random.below(all)
    const transfer = { reference: `UTR ${random.below(1e9)}`, sent_on: indianDay(shop.clock.now), reason: null }
    const row = await bookOutside(ctx, trx, order, { channel: 'bank', amount_paise, ...transfer })
    book.bank += row?.amount_paise ?? 0
  })
}

async function refundInDashboard(_shop: Shop, { world, random }: Life): Promise<void> {
  const held = world.refunds.reduce((all, { status, amountPaise }) => all + (status === 'failed' ? 0 : amountPaise), 0)
  const left = world.payment.amountPaise - held
  if (left > 0) addRefund(world, 1 + random.below(left), random.chance(0.4) ? 'pending' : 'processed', undefined)
}

async function endPending(_shop: Shop, { world, random }: Life): Promise<void> {
  const refund = world.refunds.find(({ status }) => status === 'pending')
  if (refund) refund.status = random.chance(0.6) ? 'processed' : 'failed'
}

async function failLate(_shop: Shop, { world, random }: Life): Promise<void> {
  const done = world.refunds.filter(({ status }) => status === 'processed')
  if (done.length > 0) random.pick(done).status = 'failed'
}

async function loseDispute(shop: Shop, { world, random }: Life, ctx: Context): Promise<void> {
  const { amountPaise } = world.payment
  if (world.disputes.some(({ status }) => status === 'lost')) return
  const dispute = addDispute(world, random.chance(0.5) ? amountPaise : 1 + random.below(amountPaise))
  await noteAll(ctx, shop.clock.now, world, [dispute.id])
}

async function winDispute(_shop: Shop, { world }: Life): Promise<void> {
  const lost = world.disputes.find(({ status }) => status === 'lost')
  if (lost) lost.status = 'won'
}

/** Both instances may settle and issue at once; each job may run twice. */
export async function runJobs(shop: Shop, { world, random }: Life): Promise<void> {
  const both = random.chance(0.3) ? shop.at : [random.pick(shop.at)]
  await Promise.all(both.map((ctx) => settleOrder(ctx, world.orderId, truthOf(world, shop.clock.now.toISOString()))))
  await Promise.all(both.map((ctx) => issueDocuments(ctx, world.orderId)))
}

type Compared = { taxed: boolean; months: Map<string, number>; month: string }

async function compare(db: Knex, { world, book, seats }: Life, { taxed, months, month }: Compared): Promise<string[]> {
  const papers: DocumentRow[] = await db('documents').where({ order_id: world.orderId })
  const found = papers.reduce(
    (sum, { kind, facts }) => sum + (kind === 'credit_note' || kind === 'refund_receipt' ? -1 : 1) * facts.total_paise,
    0,
  )
  const expected = enter(book, world)
  const wrong = found === expected ? [] : [`papers over ${found}, money ${expected}`]
  const now = taxed ? Math.max(0, expected) : 0
  months.set(month, (months.get(month) ?? 0) + now - book.taxed)
  book.taxed = now
  for (const [refund_id, facts] of seats) {
    const row = await db('refunds').where({ refund_id }).first('lines')
    const stored = await db('refund_seats').where({ refund_id })
    if (!row || factsOf(row.lines, stored) !== facts) wrong.push(`refund ${refund_id} lost its seats or lines`)
  }
  return wrong
}

async function compareMonths(ctx: Context, taxed: boolean, months: ReadonlyMap<string, number>): Promise<string[]> {
  const wrong: string[] = []
  for (const [month, expected] of taxed ? months : []) {
    const found = returnedValue(await readGstr1(ctx, month, SELLER_GSTIN))
    if (found !== expected) wrong.push(`GSTR-1 of ${month} over ${found}, money ${expected}`)
  }
  return wrong
}

/** Every number up to the last one is there once, but for those that a restore skipped. */
async function compareNumbers(
  db: Knex,
  jumped: readonly { series: string; last: number; to: number }[],
): Promise<string[]> {
  const series: { series: string; last_number: number }[] = await db('document_series')
  const wrong: string[] = []
  for (const { series: name, last_number } of series) {
    const numbers: number[] = await db('documents').where({ series: name }).orderBy('number').pluck('number')
    const jump = jumped.find((one) => one.series === name)
    const first = jump ? numbers.filter((number) => number <= jump.to) : []
    const rest = numbers.slice(first.length)
    const from = jump ? jump.to : 0
    const isWhole = rest.every((number, at) => number === from + at + 1) && last_number === from + rest.length
    const wasWhole = !jump || (first.every((number, at) => number === at + 1) && first.length === jump.last)
    if (!isWhole || !wasWhole) wrong.push(`series ${name} has a gap before ${last_number}`)
  }
  return wrong
}
