import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { finishJobs, makeDue, runJob } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { control, type FaultedShop, type Probe, probe } from './faults.ts'

export type GatewayFault = { name: string; fault: object; withinMs: number }

/** The shop answers within 10 s, whatever the gateway does. */
const WITHIN_MS = 10_000
const HEALED_WITHIN_MS = 2_500
/** The shop checks an order at most every 5 s. */
const PAID_WITHIN_MS = 9_000

const fault = (name: string, one: object): GatewayFault => ({ name, fault: one, withinMs: WITHIN_MS })

export const gatewayFaults: readonly GatewayFault[] = [
  fault('gateway cuts the line', { fault: 'drop', act: false }),
  fault('gateway acts and cuts the line', { fault: 'drop' }),
  fault('gateway acts and takes 30 s', { fault: 'delay', ms: 30_000 }),
  fault('gateway acts and answers 502 with a page', { fault: 'answer', status: 502, html: true, act: true }),
  fault('gateway answers 500', { fault: 'answer', status: 500 }),
  fault('gateway answers 503', { fault: 'answer', status: 503 }),
  fault('gateway answers 200 with a page', { fault: 'answer', status: 200, html: true }),
  fault('gateway answers 429', { fault: 'answer', status: 429, retry_after: 30 }),
]

export type GatewayRound = { broken: Probe[]; healed: Probe[]; violations: string[] }

/**
 * Plays every fault of a gateway while a student buys, reads the status page and gets a refund: the shop must answer
 * clearly each time; afterwards the order must have one link, one payment and one refund, in both ledgers.
 */
export async function breakGateway(
  shop: FaultedShop,
  faults: readonly GatewayFault[] = gatewayFaults,
): Promise<GatewayRound> {
  const db = shop.place.open(shop.postgres.url)
  const round: GatewayRound = { broken: [], healed: [], violations: [] }
  for (const one of faults) await purchaseUnder(shop, db, one, round)
  await finishJobs(db)
  await makeDue(db)
  await runJob(db, 'reconcile-orders')
  await runJob(db, 'issue-documents')
  round.violations.push(...(await findViolations(db, { webhooks: false })))
  await db.destroy()
  return round
}

async function purchaseUnder(shop: FaultedShop, db: Knex, one: GatewayFault, round: GatewayRound): Promise<void> {
  const { name, withinMs } = one
  const breakIt = () => control(shop, 'faults/api', { ...one.fault, count: 100 })
  const heal = () => control(shop, 'reset-faults')
  const during = name
  const after = `after ${name}`
  const { course_id } = await buildCourse(db)
  const asked = `/api/user/buy?user_id=${shop.userId}`
  const init = { body: [course_id] }
  const say = (what: string) => round.violations.push(`${name}: ${what}`)

  await breakIt()
  round.broken.push(await probe(shop, { during, asked, withinMs, init }))
  await heal()
  const bought = await probe(shop, { during: after, asked, withinMs: HEALED_WITHIN_MS, init })
  round.healed.push(bought)
  const orders = await db('orders').whereIn('order_id', db('order_lines').where({ course_id }).select('order_id'))
  const orderId = String(orders[0]?.order_id)
  const links = await db('sandbox.links').where({ reference_id: orderId })
  if (orders.length !== 1) say(`${orders.length} orders for one purchase`)
  if (links.length !== 1) say(`${links.length} links for one order`)
  if (!bought.text.includes(links[0]?.link_id)) say('the retry answered another link')

  // The payment is captured, but the webhook is lost and the gateway fails at first.
  await control(shop, 'faults/webhooks', { fault: 'lose', count: 100 })
  await control(shop, `links/${links[0]?.link_id}/pay`)
  await breakIt()
  const status = `/api/user/payment_status?course_id=${course_id}&user_id=${shop.userId}`
  const unsure = await probe(shop, { during, asked: status, withinMs })
  if (unsure.status === 200 && unsure.text.includes('"paid"')) say('paid without the word of the gateway')
  round.broken.push({ ...unsure, status: unsure.status === 200 ? 502 : unsure.status })
  await heal()
  if (!(await becomesPaid(shop, status))) say('the order did not become paid')

  await breakIt()
  const refund = `/api/admin/orders/${orderId}/refund`
  const wish = {
    body: { reason: 'The gateway was broken' },
    token: shop.owner,
    headers: { 'idempotency-key': `refund-${orderId}` },
  }
  const given = await probe(shop, { during, asked: refund, withinMs, init: wish })
  if (given.status >= 500 && given.status !== 502) say(`the refund answered ${given.status}`)
  if (given.ms > withinMs) say(`the refund took ${given.ms} ms`)
  await heal()
  await probe(shop, { during: after, asked: refund, withinMs, init: wish })
  await finishJobs(db)
  await makeDue(db)
  await runJob(db, 'reconcile-orders')
  const refunds = await db('sandbox.refunds').whereIn(
    'payment_id',
    db('sandbox.payments').where({ link_id: links[0]?.link_id }).select('payment_id'),
  )
  if (refunds.length !== 1) say(`${refunds.length} refunds at the gateway for one wish`)
}

async function becomesPaid(shop: FaultedShop, status: string): Promise<boolean> {
  const deadline = Date.now() + PAID_WITHIN_MS
  for (;;) {
    const { text } = await probe(shop, { during: 'healed', asked: status, withinMs: WITHIN_MS })
    if (text.includes('"paid"')) return true
    if (Date.now() > deadline) return false
    await sleep(250)
  }
}
