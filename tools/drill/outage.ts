import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { SANDBOX_PATH } from '../../server/src/config.ts'
import { createDb, PATIENT } from '../../server/src/platform/db/knex.ts'
import { buildCourse } from '../../server/test/catalogue-factories.ts'
import { type FaultedShop, json, withFaultedShop } from './faults.ts'
import { runJob } from './jobs.ts'
import { findViolations } from './ledger.ts'
import { startOwnPostgres } from './own-postgres.ts'

export type Outage = {
  kind: 'stopped' | 'hung'
  webhooks: number
  /** Answers to webhooks while the database was away, by status. */
  answers: Record<string, number>
  /** The slowest of them; the gateway gives up after 5 s. */
  slowestMs: number
  /** From the return of the database until the last webhook was taken and every order paid. */
  settledMs: number
  violations: string[]
}

/** Razorpay waits so long for an answer to a webhook. */
const GATEWAY_WAITS_MS = 5_000
const PURCHASES = 10
const SETTLE_DEADLINE_MS = 60_000
/** A gateway tries again with growing gaps; these are the first ones, in short. */
const GAP_MS = 1_000

type Delivery = { event_id: string; body: string; signature: string }

/**
 * The database goes away for so many seconds just when the webhooks of ten purchases arrive, and is back: each is refused
 * with a 503 in time, sent again as the gateway does, and in the end every order is paid, once. The drill is the courier,
 * for the sandbox keeps its ledger in the same database.
 */
export async function webhooksThroughOutage(
  shop: FaultedShop,
  { kind, seconds }: { kind: Outage['kind']; seconds: number },
): Promise<Outage> {
  const open = () => createDb(shop.postgres.url, { poolMax: 2, timeouts: PATIENT })
  const before = open()
  const deliveries = await payUnheard(shop, before)
  await before.destroy()

  const outage: Outage = { kind, webhooks: deliveries.length, answers: {}, slowestMs: 0, settledMs: 0, violations: [] }
  await (kind === 'stopped' ? shop.postgres.stop() : shop.postgres.hang())
  let away = true
  const courier = Promise.all(deliveries.map((delivery) => deliver(shop, delivery, outage, () => away)))
  await sleep(seconds * 1000)
  away = false
  await (kind === 'stopped' ? shop.postgres.start() : shop.postgres.wake())
  const back = performance.now()
  await courier
  const db = open()
  try {
    const unpaid = () => db('orders').whereNot({ status: 'paid' }).pluck('order_id')
    const deadline = Date.now() + SETTLE_DEADLINE_MS
    while ((await unpaid()).length > 0 && Date.now() < deadline) await sleep(100)
    outage.settledMs = Math.round(performance.now() - back)
    await runJob(db, 'issue-documents')
    const left = await unpaid()
    if (left.length > 0) outage.violations.push(`${left.length} orders were not settled`)
    outage.violations.push(...(await findViolations(db, { webhooks: false })))
    return outage
  } finally {
    await db.destroy()
  }
}

/** Buys and pays; the events that the gateway would send are kept back, as it signed them. */
async function payUnheard(shop: FaultedShop, db: Knex): Promise<Delivery[]> {
  const control = (path: string, body: object = {}) =>
    fetch(
      `${shop.program.url}${SANDBOX_PATH}/control/${path}`,
      json(body, { authorization: `Basic ${shop.gatewayKeys}` }),
    )
  await control('faults/webhooks', { fault: 'lose', count: 10_000 })
  const links: string[] = []
  for (let n = 0; n < PURCHASES; n++) {
    const { course_id } = await buildCourse(db)
    const headers = { authorization: `bearer ${shop.token}` }
    const answer = await fetch(`${shop.program.url}/api/user/buy?user_id=${shop.userId}`, json([course_id], headers))
    const { payment_link } = (await answer.json()) as { payment_link?: string }
    const linkId = /\/pay\/(\w+)$/.exec(payment_link ?? '')?.[1]
    if (!linkId) throw new Error(`buying answered ${answer.status}`)
    await control(`links/${linkId}/pay`)
    links.push(linkId)
  }
  await control('reset-faults')
  return db('sandbox.deliveries')
    .whereIn('subject', links)
    .orderBy('delivery_id')
    .select('event_id', 'body', 'signature')
}

/** Until it is taken. */
async function deliver(shop: FaultedShop, delivery: Delivery, outage: Outage, away: () => boolean): Promise<void> {
  const headers = { 'x-razorpay-event-id': delivery.event_id, 'x-razorpay-signature': delivery.signature }
  const deadline = Date.now() + 10 * SETTLE_DEADLINE_MS
  while (Date.now() < deadline) {
    const sentAway = away()
    const begun = performance.now()
    const response = await fetch(`${shop.program.url}/api/webhooks/razorpay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: delivery.body,
    })
    await response.arrayBuffer()
    // One that is under way when the database comes back is taken.
    if (sentAway && away()) {
      outage.slowestMs = Math.max(outage.slowestMs, Math.round(performance.now() - begun))
      outage.answers[response.status] = (outage.answers[response.status] ?? 0) + 1
    }
    if (response.status === 200) return
    await sleep(GAP_MS)
  }
  outage.violations.push(`${delivery.event_id} was never taken`)
}

/** The whole of it, on a PostgreSQL and a shop of its own. */
export async function throughOutage(kind: Outage['kind'], seconds: number): Promise<Outage> {
  const postgres = await startOwnPostgres()
  try {
    return await withFaultedShop(postgres, (shop) => webhooksThroughOutage(shop, { kind, seconds }))
  } finally {
    await postgres.close()
  }
}

/** What of it must not be. */
export function judgeOutage({ kind, answers, slowestMs, violations }: Outage): string[] {
  const others = Object.keys(answers).filter((status) => status !== '503')
  return [
    ...violations.map((what) => `database ${kind}: ${what}`),
    ...others.map((status) => `database ${kind}: a webhook was answered ${status}`),
    ...(slowestMs > GATEWAY_WAITS_MS ? [`database ${kind}: a webhook waited ${slowestMs} ms`] : []),
  ]
}
