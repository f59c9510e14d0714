import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { ask, linkOf } from '../client.ts'
import { runJob } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { control, type FaultedShop, withFaultedShop } from './faults.ts'

export type Outage = {
  kind: 'stopped' | 'hung'
  webhooks: number
  /** Answers to webhooks while the database was away, by status. */
  answers: Record<string, number>
  /** The slowest one; the gateway gives up after 5 s. */
  slowestMs: number
  /** From the return of the database until the last webhook is accepted and every order paid. */
  settledMs: number
  violations: string[]
}

/** Razorpay's timeout for a webhook. */
const GATEWAY_WAITS_MS = 5_000
const PURCHASES = 10
const SETTLE_DEADLINE_MS = 60_000
/** A gateway retries with growing gaps; this stands for the first ones. */
const GAP_MS = 1_000

type Delivery = { event_id: string; body: string; signature: string }

/**
 * Takes the database away for some seconds just when the webhooks of ten purchases arrive: each must be refused with 503
 * in time, is sent again as the gateway does, and in the end every order must be paid, once. The drill delivers the
 * webhooks, because the sandbox has its ledger in the same database.
 */
export function throughOutage(kind: Outage['kind'], seconds: number): Promise<Outage> {
  return withFaultedShop((shop) => webhooksThroughOutage(shop, { kind, seconds }))
}

async function webhooksThroughOutage(
  shop: FaultedShop,
  { kind, seconds }: { kind: Outage['kind']; seconds: number },
): Promise<Outage> {
  const { place, postgres } = shop
  const before = place.open(postgres.url)
  const deliveries = await payUnheard(shop, before)
  await before.destroy()

  const outage: Outage = { kind, webhooks: deliveries.length, answers: {}, slowestMs: 0, settledMs: 0, violations: [] }
  await (kind === 'stopped' ? postgres.stop() : postgres.hang())
  let away = true
  const courier = Promise.all(deliveries.map((delivery) => deliver(shop, delivery, outage, () => away)))
  await sleep(seconds * 1000)
  away = false
  await (kind === 'stopped' ? postgres.start() : postgres.wake())
  const back = performance.now()
  await courier
  const db = place.open(postgres.url)
  const unpaid = () => db('orders').whereNot({ status: 'paid' }).pluck('order_id')
  const deadline = Date.now() + SETTLE_DEADLINE_MS
  while ((await unpaid()).length > 0 && Date.now() < deadline) await sleep(100)
  outage.settledMs = Math.round(performance.now() - back)
  await runJob(db, 'issue-documents')
  const left = await unpaid()
  if (left.length > 0) outage.violations.push(`${left.length} orders were not settled`)
  outage.violations.push(...(await findViolations(db, { webhooks: false })))
  return outage
}

/** Buys and pays, and returns the signed events instead of having the gateway send them. */
async function payUnheard(shop: FaultedShop, db: Knex): Promise<Delivery[]> {
  await control(shop, 'faults/webhooks', { fault: 'lose', count: 10_000 })
  const links: string[] = []
  for (let n = 0; n < PURCHASES; n++) {
    const { course_id } = await buildCourse(db)
    const press = { body: [course_id], token: shop.token }
    const { status, text } = await ask(`${shop.program.url}/api/user/buy?user_id=${shop.userId}`, press)
    const linkId = linkOf(text)
    if (!linkId) throw new Error(`buying answered ${status}`)
    await control(shop, `links/${linkId}/pay`)
    links.push(linkId)
  }
  await control(shop, 'reset-faults')
  return db('sandbox.deliveries')
    .whereIn('subject', links)
    .orderBy('delivery_id')
    .select('event_id', 'body', 'signature')
}

/** Sends a webhook until the shop accepts it. */
async function deliver(shop: FaultedShop, delivery: Delivery, outage: Outage, away: () => boolean): Promise<void> {
  const headers = { 'x-razorpay-event-id': delivery.event_id, 'x-razorpay-signature': delivery.signature }
  const deadline = Date.now() + 10 * SETTLE_DEADLINE_MS
  while (Date.now() < deadline) {
    const sentAway = away()
    const { status, ms } = await ask(`${shop.program.url}/api/webhooks/razorpay`, { headers, body: delivery.body })
    // A webhook under way when the database returns is accepted.
    if (sentAway && away()) {
      outage.slowestMs = Math.max(outage.slowestMs, ms)
      outage.answers[status] = (outage.answers[status] ?? 0) + 1
    }
    if (status === 200) return
    await sleep(GAP_MS)
  }
  outage.violations.push(`${delivery.event_id} was never taken`)
}

/** Lists what is wrong with an outage. */
export function judgeOutage({ kind, answers, slowestMs, violations }: Outage): string[] {
  const others = Object.keys(answers).filter((status) => status !== '503')
  return [
    ...violations.map((what) => `database ${kind}: ${what}`),
    ...others.map((status) => `database ${kind}: a webhook was answered ${status}`),
    ...(slowestMs > GATEWAY_WAITS_MS ? [`database ${kind}: a webhook waited ${slowestMs} ms`] : []),
  ]
}
