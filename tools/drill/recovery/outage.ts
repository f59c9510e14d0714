import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { SANDBOX_PATH } from '../../../server/src/config.ts'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { type Answer, byStatus, type CallOptions, linkOf, query, within } from '../client.ts'
import { runJob } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { gatewayKeysOf, plain, withPlace } from '../shop.ts'
import { startOwnPostgres } from './own-postgres.ts'

export type Outage = {
  /** Answers while the database was away, by status: to webhooks, and to calls that need the database. */
  webhooks: Record<string, number>
  calls: Record<string, number>
  slowestMs: number
  /** From the return of the database until the last webhook is accepted and every order paid. */
  settledMs: number
  violations: string[]
}

/** Razorpay's timeout for a webhook, and the shop's bound for any answer. */
const ANSWERED_WITHIN_MS = 5_000
const SERVES_AGAIN_WITHIN_MS = 5_000
const PURCHASES = 10
const SETTLE_DEADLINE_MS = 60_000
/** A gateway retries with growing gaps; this stands for the first ones. */
const GAP_MS = 1_000
const STUDENT = { email: 'student@example.com', phone: '9876543210', password: 'Mango-Kulfi-42' }
/** Stay 200 without the database: the process lives, and no other instance would do better. */
const ALIVE = ['/api/health', '/api/ready']

type Delivery = { event_id: string; body: string; signature: string }
type Shop = { url: string; gatewayKeys: string; token: string; userId: string }

/**
 * Takes the database away for some seconds just when the webhooks of ten purchases arrive. Each webhook and call must be
 * refused with 503 in time, a webhook is sent again as the gateway does, and the shop must recover by itself: in the end
 * every order is paid, once. The drill delivers the webhooks, because the sandbox has its ledger in the same database.
 */
export function throughOutage(kind: 'stopped' | 'hung', seconds: number): Promise<Outage> {
  return withPlace(async (place) => {
    const postgres = await startOwnPostgres()
    place.atEnd(postgres.close)
    const { url } = await place.start({ ...plain, DATABASE_URL: postgres.url, DATA_DIR: place.folder })
    const registered = await query(`${url}/api/register`, { body: STUDENT })
    const { token, user_id: userId } = JSON.parse(registered.text) as { token: string; user_id: string }
    const shop: Shop = { url, token, userId, gatewayKeys: await gatewayKeysOf(place.folder) }
    const before = place.open(postgres.url)
    const deliveries = await payUnheard(shop, before)
    await before.destroy()

    await (kind === 'stopped' ? postgres.stop() : postgres.hang())
    let away = true
    const courier = deliveries.map((delivery) => deliver(shop, delivery, () => away))
    const requesting = requestAll(shop)
    await Promise.all([requesting, sleep(seconds * 1000)])
    away = false
    await (kind === 'stopped' ? postgres.start() : postgres.wake())
    const back = performance.now()
    const servesAgainMs = await untilServing(shop)
    const webhooks = (await Promise.all(courier)).flat()
    const db = place.open(postgres.url)
    const unpaid = () => db('orders').whereNot({ status: 'paid' }).pluck('order_id')
    while ((await unpaid()).length > 0 && performance.now() - back < SETTLE_DEADLINE_MS) await sleep(100)
    const settledMs = Math.round(performance.now() - back)
    await runJob(db, 'issue-documents')

    const { alive, needy } = await requesting
    const slowestMs = within([...webhooks, ...alive, ...needy], 1)
    const refused = (what: string, answers: Answer[]) =>
      answers
        .filter(({ status, text }) => status !== 503 || !text.includes('"unavailable"'))
        .map(({ status, text }) => `${what} was answered ${status}: ${text.slice(0, 80)}`)
    const violations = [
      ...refused('a webhook', webhooks),
      ...refused('a call', needy),
      ...alive.filter(({ status }) => status !== 200).map(({ status }) => `health or readiness answered ${status}`),
      ...(webhooks.length === 0 ? ['no webhook arrived without the database'] : []),
      ...(slowestMs > ANSWERED_WITHIN_MS ? [`an answer took ${slowestMs} ms`] : []),
      ...(servesAgainMs > SERVES_AGAIN_WITHIN_MS ? [`it served again after ${servesAgainMs} ms`] : []),
      ...(await unpaid()).map((order) => `${order} was not settled`),
      ...(await findViolations(db, { webhooks: false })),
    ].map((what) => `database ${kind}: ${what}`)
    return { webhooks: statusesOf(webhooks), calls: statusesOf(needy), slowestMs, settledMs, violations }
  })
}

const statusesOf = (answers: Answer[]) => byStatus(answers.map(({ status }) => ({ status, text: '' })))

/** Buys and pays, and returns the signed events instead of having the gateway send them. */
async function payUnheard({ url, gatewayKeys, token, userId }: Shop, db: Knex): Promise<Delivery[]> {
  const control = (path: string, body: object = {}) =>
    query(`${url}${SANDBOX_PATH}/control/${path}`, { gatewayKeys, body })
  await control('faults/webhooks', { fault: 'lose', count: 10_000 })
  const links: string[] = []
  for (let n = 0; n < PURCHASES; n++) {
    const { course_id } = await buildCourse(db)
    const { status, text } = await query(`${url}/api/user/buy?user_id=${userId}`, { body: [course_id], token })
    const linkId = linkOf(text)
    if (!linkId) throw new Error(`buying answered ${status}`)
    await control(`links/${linkId}/pay`)
    links.push(linkId)
  }
  await control('reset-faults')
  return db('sandbox.deliveries')
    .whereIn('subject', links)
    .orderBy('delivery_id')
    .select('event_id', 'body', 'signature')
}

/** Sends a webhook until the shop accepts it; returns the answers while the database was away. */
async function deliver({ url }: Shop, delivery: Delivery, away: () => boolean): Promise<Answer[]> {
  const headers = { 'x-razorpay-event-id': delivery.event_id, 'x-razorpay-signature': delivery.signature }
  const answers: Answer[] = []
  for (const deadline = Date.now() + 10 * SETTLE_DEADLINE_MS; Date.now() < deadline; await sleep(GAP_MS)) {
    const sentAway = away()
    const answer = await query(`${url}/api/webhooks/razorpay`, { headers, body: delivery.body })
    // A webhook under way when the database returns is accepted.
    if (sentAway && away()) answers.push(answer)
    if (answer.status === 200) return answers
  }
  throw new Error(`${delivery.event_id} was never taken`)
}

/** Requests what must go on without the database, and everything that needs it several times at once. */
async function requestAll({ url, token }: Shop): Promise<{ alive: Answer[]; needy: Answer[] }> {
  const needy: [path: string, init?: CallOptions][] = [
    ['/api/go/courses'],
    ['/api/user/profile'],
    ['/api/user/orders'],
    ['/api/login', { body: { ...STUDENT, phone: null } }],
  ]
  const rounds = Array.from({ length: 5 }, () => needy).flat()
  const [alive, answers] = await Promise.all([
    Promise.all(ALIVE.map((path) => query(url + path))),
    Promise.all(rounds.map(([path, init]) => query(url + path, { token, ...init }))),
  ])
  return { alive, needy: answers }
}

/** Waits until the program serves again by itself; returns milliseconds. */
async function untilServing({ url, token }: Shop): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const { status } = await query(`${url}/api/user/profile`, { token })
    const ms = Math.round(performance.now() - begun)
    if (status === 200 || ms > 4 * SERVES_AGAIN_WITHIN_MS) return ms
    await sleep(100)
  }
}
