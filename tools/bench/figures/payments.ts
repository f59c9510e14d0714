import { createHmac, randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { createDb } from '../../../server/src/platform/db/knex.ts'
import type { LoadPlan, LoadResult } from '../load.ts'
import { measurePairs, type Sample } from '../pairs.ts'
import { cpuSeconds } from '../processes.ts'
import { type Figure, rate } from '../report.ts'
import type { Stand, Student } from '../stand.ts'
import { countQuestions, countUnsettled, payAll, untilSettled, withDb } from './settling.ts'

const SECONDS = 2
/** Time limit for a round of webhooks. */
const WEBHOOK_SECONDS = 20
/**
 * Each purchase waits 50 ms for the gateway, so it takes many to use a processor fully; more than an instance's limit
 * would be refused.
 */
const BUYERS = 32
const COURIERS = 16
const STUDENTS = 2_000
const COURSES = 24
const PER_ROUND = 3_000
/** While purchases run at full speed. */
const WEBHOOKS_PER_SECOND = 50
const LOADED_SECONDS = 10
const WEBHOOK_SECRET = 'webhooks-of-the-bench'
const P99_MS = 1_000

type Requests = Required<LoadPlan>['requests']
type Server = { url: string; pid: number }
type Order = { order_id: string; gateway_link_id: string; total_paise: number }

/**
 * Measures purchases through the sandbox gateway (a separate process with 50 ms delay) and its webhooks, each against a
 * bare route: for purchases, one transaction of Express + pg with the same call to the gateway; for webhooks, one that
 * checks the signature, records the event and pays the order. The shop also fetches the order from the gateway; that
 * time is printed beside it.
 */
export async function paymentFigures(stand: Stand): Promise<Figure[]> {
  const database = await stand.database(COURSES)
  const students = await stand.students(database, STUDENTS)
  const gateway = await stand.sandbox()
  const shop = await stand.shop(database, { RAZORPAY_BASE_URL: gateway.url, RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET })
  const reference = await stand.reference(database, { GATEWAY_URL: gateway.url, WEBHOOK_SECRET })
  const db = createDb(database, { poolMax: 2, timeouts: { statement: 60_000, query: 65_000 } })
  try {
    const courses = (await (await fetch(`${shop.url}/api/go/courses`)).json()) as { course_id: string }[]
    const buying = purchasesOf(students, courses)
    const ours = () => sample(stand, shop, { requests: buying.ours(), connections: BUYERS, onDone: buying.done })
    const theirs = () => sample(stand, reference, { requests: buying.theirs(), connections: BUYERS })
    // A warm-up round for the compilers, not counted.
    await ours()
    await theirs()
    const purchases = await measurePairs(ours, theirs)

    await prepareReference(db)
    const orders = await openOrders(db)
    await withDb(gateway.database, payAll)
    const each = Math.floor(orders.length / 14)
    const share = () => {
      const taken = orders.splice(0, each)
      if (taken.length === 0) throw new Error('there are no more orders to pay')
      return taken.map(webhookOf)
    }
    const settle = () => sample(stand, shop, { requests: share(), connections: COURIERS, seconds: WEBHOOK_SECONDS })
    const note = () => sample(stand, reference, { requests: share(), connections: COURIERS, seconds: WEBHOOK_SECONDS })
    await settle()
    await note()
    const webhooks = await measurePairs(settle, note)

    const loaded = await underLoad(stand, shop, { webhooks: orders.map(webhookOf), buying })
    const settled = await untilSettled(db)
    const calls = await withDb(gateway.database, countQuestions)
    const wrong = await countUnsettled(db)
    const errors = loaded.webhooks.errors + loaded.purchases.errors
    const figures: Figure[] = [
      {
        figure: 'Purchase with the sandbox gateway 50 ms away, against one transaction and the same call',
        ...{ ours: rate(purchases.ours), reference: rate(purchases.reference), ratio: purchases.ratio },
        ...{ bound: 'at least 0.25, no error', aim: '0.45', ok: purchases.ratio >= 0.25 && purchases.errors === 0 },
      },
      {
        figure: 'Webhook that has an order asked about, against signature, event and paid in one transaction',
        ...{ ours: rate(webhooks.ours), reference: rate(webhooks.reference), ratio: webhooks.ratio },
        ...{ bound: 'at least 0.2, no error', ok: webhooks.ratio >= 0.2 && webhooks.errors === 0 },
      },
      {
        figure: `Webhooks, ${WEBHOOKS_PER_SECOND} a second while ${Math.round(loaded.purchases.answers / loaded.purchases.seconds)} purchases a second are made, p99`,
        ...{ ours: `${loaded.webhooks.p99} ms`, reference: `${loaded.webhooks.p50} ms in the middle` },
        ...{ bound: 'at most 1 s, no error', ok: loaded.webhooks.p99 <= P99_MS && errors === 0 },
      },
      {
        figure: 'Orders settled by what their webhooks woke, a second, four at once and the gateway 50 ms away',
        ...{ ours: rate({ value: settled.perSecond }), reference: '–', bound: 'none', ok: true },
      },
      {
        figure: 'Calls of the gateway per settled order',
        ...{
          ours: (calls / settled.orders).toFixed(2),
          reference: '2',
          bound: 'at most 3',
          ok: calls <= settled.orders * 3,
        },
      },
      {
        figure: 'Orders that a webhook was taken for and that are not paid, with course and all',
        ...{ ours: String(wrong), reference: '0', bound: '0', ok: wrong === 0 },
      },
    ]
    return figures
  } finally {
    await db.destroy()
    await shop.kill()
    await reference.stop()
    await gateway.stop()
  }
}

/**
 * Orders the first course for each student in turn, then the next course, so that no student has an open order for it.
 */
function purchasesOf(students: readonly Student[], courses: readonly { course_id: string }[]) {
  const json = { 'content-type': 'application/json' }
  let bought = 0
  const next = (toRequest: (student: Student, courseId: string) => Requests[number]): Requests =>
    Array.from({ length: PER_ROUND }, (_, index) => {
      const number = (bought + index) % (students.length * courses.length)
      const student = students[number % students.length]
      const course = courses[Math.floor(number / students.length)]
      if (!student || !course) throw new Error('there are no more purchases')
      return toRequest(student, course.course_id)
    })
  return {
    ours: () =>
      next(({ user_id, token }, courseId) => ({
        method: 'POST',
        path: `/api/user/buy?user_id=${user_id}`,
        headers: { ...json, authorization: `bearer ${token}` },
        body: JSON.stringify([courseId]),
      })),
    theirs: () =>
      next(({ id }, course_id) => ({
        method: 'POST',
        path: '/order-with-link',
        headers: json,
        body: JSON.stringify({ user_id: id, course_id }),
      })),
    done(answers: number) {
      bought += answers + BUYERS
    },
  }
}

/** Builds the gateway's event for an order whose link was paid. Both sides get the same bytes. */
function webhookOf({ order_id, gateway_link_id, total_paise }: Order): Requests[number] {
  const payment = {
    id: `pay_${order_id.slice(-14)}`,
    amount: total_paise,
    status: 'captured',
    order_id: `order_${order_id.slice(-14)}`,
  }
  const link = {
    ...{ id: gateway_link_id, reference_id: order_id, amount: total_paise, amount_paid: total_paise },
    ...{ currency: 'INR', status: 'paid', order_id: payment.order_id },
  }
  const body = JSON.stringify({
    entity: 'event',
    event: 'payment_link.paid',
    contains: ['payment_link', 'payment'],
    payload: { payment_link: { entity: link }, payment: { entity: payment } },
    created_at: 1,
  })
  return {
    method: 'POST',
    path: '/api/webhooks/razorpay',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': `evt_${randomUUID()}`,
      'x-razorpay-signature': createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex'),
    },
    body,
  }
}

/** Returns the shop's open orders, one per student and course, unordered. */
async function openOrders(db: Knex): Promise<Order[]> {
  const { rows } = await db.raw<{ rows: Order[] }>(
    `select * from (
       select distinct on (o.user_id, l.course_id) o.order_id, o.gateway_link_id, o.total_paise
       from orders o join order_lines l on l.order_id = o.order_id
       where o.status = 'created' and o.gateway_link_id is not null and o.order_id !~ '-'
     ) open order by random()`,
  )
  return rows
}

/** Creates the table for the events of the reference. */
async function prepareReference(db: Knex): Promise<void> {
  await db.raw('create table bench_events (event_id text primary key, body text not null)')
}

async function underLoad(
  stand: Stand,
  shop: Server,
  { webhooks, buying }: { webhooks: Requests; buying: ReturnType<typeof purchasesOf> },
): Promise<{ webhooks: LoadResult; purchases: LoadResult }> {
  const most = LOADED_SECONDS * WEBHOOKS_PER_SECOND
  const couriers = stand.another()
  try {
    const [purchases, delivered] = await Promise.all([
      stand.load.run({
        ...{ url: shop.url, connections: BUYERS, seconds: LOADED_SECONDS, maxRequests: PER_ROUND },
        requests: buying.ours(),
      }),
      couriers.run({
        ...{ url: shop.url, connections: COURIERS, seconds: LOADED_SECONDS, rate: WEBHOOKS_PER_SECOND },
        ...{ maxRequests: Math.min(most, webhooks.length), requests: webhooks },
      }),
    ])
    return { webhooks: delivered, purchases }
  } finally {
    await couriers.stop()
  }
}

async function sample(
  stand: Stand,
  server: Server,
  work: { requests: Requests; connections: number; seconds?: number; onDone?: (answers: number) => void },
): Promise<Sample> {
  const before = cpuSeconds(server.pid)
  const { requests, connections, seconds: most = SECONDS } = work
  const plan = { url: server.url, connections, seconds: most, maxRequests: requests.length, requests }
  const { answers, seconds, errors } = await stand.load.run(plan)
  work.onDone?.(answers)
  return { value: answers / seconds || 0, cpuMs: ((cpuSeconds(server.pid) - before) * 1000) / answers, errors }
}
