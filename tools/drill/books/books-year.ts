import { addDays, dayStart, indianDay } from 'contract/indian-time'
import type { Context } from '../../../server/src/context.ts'
import { addGstin } from '../../../server/src/sales/documents/add-gstin.ts'
import { issueDocuments } from '../../../server/src/sales/documents/documents.service.ts'
import { addTaxSettings } from '../../../server/src/sales/documents/tax-settings.ts'
import { bookOutsideSale } from '../../../server/src/sales/orders/outside/book-payment.ts'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { buildUser } from '../../../server/test/people-factories.ts'
import { startTestServer } from '../../../server/test/server.ts'
import { BUYER_GSTIN, taxSettings } from '../../../server/test/tax-settings.ts'
import { playStep, runJobs } from '../money/papers.ts'
import { beginLife, type Life, type Shop } from '../money/papers-life.ts'
import { gatewayOf, type World } from '../money/papers-world.ts'
import { createRandom } from '../money/random.ts'
import { type Compared, compareMonth, compareTaxes, hashFiles } from './compare-month.ts'
import { openOwnBank } from './own-bank.ts'
import { openOwnBooks } from './own-books.ts'

const FIRST_DAY = '2027-04-01'
/** With the fifth of April after it, on which March is closed. */
const DAYS = 371
/** The day of a month on which the one before is closed. */
const CLOSED_ON = '05'
/** Share of orders paid outside the gateway. */
const OUTSIDE = 0.1
/** Events of older orders for each new one: refunds, transfers, disputes, failures, and their share of changed names. */
const EVENTS = 0.35
const RENAMED = 0.1
/** Days in which an order has events. */
const OLD_DAYS = 75
const RULE = { rate_basis_points: 1800, prices: 'inclusive' }

export type BooksYear = {
  orders: number
  papers: number
  movements: number
  /** Transfers to the bank. */
  credits: number
  /** Movements that were booked later than their own month, which was closed. */
  late: number
  differences: number
  violations: string[]
}

/**
 * Lives a financial year of orders by the day: at the gateway and outside, with seats, bundles, discounts and businesses, refunds of each
 * way that also fail late, disputes that are lost and won, transfers to the bank, money that becomes known after its month was closed. Each
 * month is closed on the fifth of the next one; then its files are compared with the world's own account and with SQL. In the end the files
 * of all months are the same bytes as then.
 */
export async function liveBooksYear({ orders, seed }: { orders: number; seed: number }): Promise<BooksYear> {
  const server = await startTestServer({ work: false })
  const random = createRandom(seed)
  const own = openOwnBooks()
  const bank = openOwnBank()
  const compared: Compared = { server, own, bank, violations: [] }
  const worlds = new Map<string, World>()
  const clock = { now: new Date() }
  const payments = { ...gatewayOf(worlds), listSettled: bank.listSettled } as Context['payments']
  const ctx: Context = { ...server.ctx, payments, now: () => clock.now }
  const shop: Shop = { db: server.db, at: [ctx], worlds, clock }
  const lives: Life[] = []
  const files = new Map<string, Map<string, string>>()
  const counted = { outside: 0, late: 0, differences: 0 }
  // Closing reads the payouts of the same gateway.
  server.ctx.payments.listSettled = bank.listSettled
  const setNow = (now: Date) => {
    clock.now = now
    server.clock.set(now)
  }
  try {
    setNow(new Date(dayStart(FIRST_DAY)))
    await addTaxSettings(ctx, taxSettings({ valid_from: FIRST_DAY }))
    for (let day = 0; day < DAYS; day++) await liveDay(addDays(FIRST_DAY, day), day)
    for (const [month, before] of files) {
      const after = await hashFiles(compared, month)
      for (const [path, hash] of before)
        if (after.get(path) !== hash) compared.violations.push(`${path} changed after ${month} was closed`)
    }
    await compareTaxes(compared, FIRST_DAY)
    const papers = await server.db('documents').count({ count: '*' }).first()
    return {
      orders: lives.length + counted.outside,
      papers: Number(papers?.count),
      movements: own.entries.length,
      credits: bank.credits.size,
      late: counted.late,
      differences: counted.differences,
      violations: compared.violations,
    }
  } finally {
    await server.stop()
  }

  async function liveDay(date: string, day: number): Promise<void> {
    const missing = Math.round(((day + 1) * orders) / DAYS) - lives.length - counted.outside
    const moments = Array.from({ length: missing }, () => random.below(86_000_000)).toSorted((a, b) => a - b)
    for (const ms of moments) {
      setNow(new Date(Date.parse(dayStart(date)) + ms))
      if (random.chance(OUTSIDE)) await sellOutside()
      else await sell()
      if (random.chance(EVENTS)) await playEvent()
    }
    setNow(new Date(Date.parse(dayStart(date)) + 86_300_000))
    if (day % 2 === 1) bank.payOut(worlds.values(), clock.now)
    if (date.endsWith(CLOSED_ON) && day >= 28) await close(addDays(date, -10).slice(0, 7))
  }

  async function sell(): Promise<void> {
    const life = await beginLife(shop, random.fork(`life ${lives.length}`), RULE)
    lives.push(life)
    const { amountPaise: paise } = life.world.payment
    own.add({ kind: 'receipt', way: 'gateway', paise, own: clock.now, known: clock.now })
    await runJobs(shop, life)
    own.look(life, clock.now)
  }

  /** Money that arrived up to three weeks ago. */
  async function sellOutside(): Promise<void> {
    const rupees = 199 + random.below(4_000)
    const amount = random.chance(0.3) ? rupees - random.below(100) : rupees
    const { user_id } = await buildUser(server.db)
    const { course_id } = await buildCourse(server.db, { price: rupees })
    const today = indianDay(clock.now)
    const day = addDays(today, -random.below(21))
    const received_on = day < FIRST_DAY ? FIRST_DAY : day
    const admin = await server.db('admins').orderBy('id').first('id', 'admin_id', 'email')
    const sale = {
      user_id,
      course_ids: [course_id],
      amount,
      method: random.pick(['cash', 'bank_transfer', 'upi'] as const),
      reference: `R${counted.outside++}`,
      received_on,
      confirm_day: true,
      billing: {
        billing_state: random.pick(['27', '29', '07'] as const),
        billing_gstin: null,
        billing_name: null,
        billing_address: null,
        billing_place: null,
        billing_pin: null,
        billing_sez: false,
      },
    }
    const { order_id } = await bookOutsideSale(ctx, admin, sale, undefined)
    await issueDocuments(ctx, order_id)
    const at = received_on === today ? clock.now : new Date(dayStart(received_on))
    own.add({ kind: 'receipt', way: 'outside', paise: amount * 100, own: at, known: clock.now })
    own.addPaper(clock.now, amount * 100)
  }

  /** Something happens to an order of the last weeks. */
  async function playEvent(): Promise<void> {
    const recent = Math.max(1, Math.round((lives.length * OLD_DAYS) / DAYS))
    const life = lives[lives.length - 1 - random.below(recent)]
    if (!life) return
    if (random.chance(RENAMED)) await rename(life)
    else await playStep(shop, life)
    await runJobs(shop, life)
    own.look(life, clock.now)
  }

  /** The buyer has another name from now on, and their invoice goes to a business where its month runs: no document of before changes. */
  async function rename({ world }: Life): Promise<void> {
    const order = await server.db('orders').where({ order_id: world.orderId }).first('user_id')
    await server
      .db('users')
      .where({ id: order.user_id })
      .update({ name: `Name ${random.below(1_000)}` })
    const sale = await server.db('documents').where({ order_id: world.orderId, kind: 'invoice' }).first('document_id')
    const recipient = { gstin: BUYER_GSTIN, legal_name: 'Verma Studios', address: '4 MG Road, Bengaluru' }
    await addGstin(ctx, sale.document_id, recipient).catch((error) => {
      if (error.code !== 'conflict') throw error
    })
  }

  async function close(month: string): Promise<void> {
    const owner = server.api(await server.adminToken())
    const { month: books } = await owner.books.closeMonth({ month })
    own.closed.set(month, clock.now)
    await compareMonth(compared, month, books)
    files.set(month, await hashFiles(compared, month))
    counted.differences += books.differences_total
    counted.late += own.entries.filter(
      (entry) => indianDay(entry.own).slice(0, 7) !== month && own.bookedIn(entry) === month,
    ).length
  }
}
