import { randomUUID } from 'node:crypto'
import { signWebhook } from '../src/platform/payments/signatures.ts'
import { reconcileOrders } from '../src/serve/jobs/reconcile-orders.jobs.ts'
import { buildCourse, buildPromocode } from './catalogue-factories.ts'
import { buildUser } from './people-factories.ts'
import type { TestServer } from './server.ts'

/** A payment link in the sandbox's format. */
export type Link = {
  id: string
  reference_id: string
  amount: number
  order_id: string
  payments: { payment_id: string }[]
}

/** Creates a student who buys, with reads of the resulting rows. */
export async function buildShopper(server: TestServer) {
  const { db } = server
  const user = await buildUser(db)
  const student = server.api(await server.userToken(user))
  /** Buys these seats, with a new code of `discount` percent if set; leaves the order unpaid. */
  async function buy(ids: string[], discount?: number, billing: { billing_state?: string } = {}) {
    const code = discount === undefined ? undefined : await buildPromocode(db, { discount })
    const query = { user_id: user.user_id, ...billing, ...(code ? { promocode: code.promocode } : {}) }
    const { order_id: orderId, order_no: orderNo } = await student.orders.buy({ query, body: ids })
    return { orderId, orderNo, link: await findLink(server, orderId) }
  }
  return {
    user,
    student,
    buy,
    /** Buys `quantity` seats of a new course; leaves the order unpaid. */
    async buyOne(
      quantity = 1,
      billing: { billing_state?: string } = {},
      fields: Parameters<typeof buildCourse>[1] = {},
    ) {
      const course = await buildCourse(db, fields)
      const ids = Array.from({ length: quantity }, () => course.course_id)
      return { course, ...(await buy(ids, undefined, billing)) }
    },
    statusOf: async (orderId: string) => (await db('orders').where({ order_id: orderId }).first()).status,
    enrolments: (courseId: string) =>
      db('enrolments').where({ user_id: user.id, course_id: courseId }).whereNull('revoked_at'),
  }
}

export type Shopper = Awaited<ReturnType<typeof buildShopper>>

/** Pays at the gateway with every webhook lost, so that the test decides which events arrive; returns the paid link. */
export async function payInSilence(server: TestServer, link: Link): Promise<Link> {
  await server.gateway('control/faults/webhooks', { fault: 'lose', count: 100 })
  await server.gateway(`control/links/${link.id}/pay`, {})
  return findLink(server, link.reference_id)
}

/** Does the same with another amount or currency. */
export async function payOtherwise(
  server: TestServer,
  link: Link,
  payment: { amount_paise?: number; currency?: string },
): Promise<Link> {
  const paid = await payInSilence(server, link)
  await server.db('sandbox.payments').where({ link_id: link.id }).update(payment)
  return paid
}

type GatewayRefund = { id: string; payment_id: string; amount: number; status: string }
type Ledger = {
  links: (Link & { status: string; short_url: string })[]
  orders: { id: string; receipt: string }[]
  refunds: GatewayRefund[]
}

/** Returns the gateway's links, orders and refunds. */
export const ledgerOf = (server: TestServer): Promise<Ledger> => server.gateway('control/ledger') as Promise<Ledger>

/** Returns the link of an order. */
export async function findLink(server: TestServer, orderId: string): Promise<Ledger['links'][number]> {
  const link = (await ledgerOf(server)).links.find((one) => one.reference_id === orderId)
  if (!link) throw new Error('the gateway knows no such link')
  return link
}

/** Returns the gateway's refunds of a payment. */
export async function findRefundsAt(server: TestServer, paymentId: string): Promise<GatewayRefund[]> {
  return (await ledgerOf(server)).refunds.filter((refund) => refund.payment_id === paymentId)
}

/** Pays at the gateway, and delivers its events. */
export async function pay(server: TestServer, { id }: Pick<Link, 'id'>): Promise<void> {
  await server.gateway(`control/links/${id}/pay`, {})
  await server.gateway('control/deliver', {})
}

/** Pays with one event delivered and the rest lost; later events are not. Returns the paid link. */
export async function payWithEvent(server: TestServer, link: Link): Promise<Link> {
  const paid = await payInSilence(server, link)
  await server.gateway('control/reset-faults', {})
  await deliverEvent(server, paidEvent(paid))
  return paid
}

/** Polls every open order, due or not; owed refunds are sent then. */
export async function requestAll(server: TestServer): Promise<void> {
  await server
    .db('orders')
    .whereNotNull('poll_after')
    .update({ poll_after: new Date(0) })
  await reconcileOrders(server.ctx)
}

/** Builds the gateway's event `payment_link.paid` for a link; `change` alters its link. */
export function paidEvent(link: Link, change: Record<string, unknown> = {}) {
  const payment = { id: link.payments[0]?.payment_id, order_id: link.order_id, status: 'captured', amount: link.amount }
  return {
    entity: 'event',
    account_id: 'acc_1',
    event: 'payment_link.paid',
    contains: ['payment_link', 'order', 'payment'],
    payload: {
      payment_link: { entity: { ...link, amount_paid: link.amount, currency: 'INR', status: 'paid', ...change } },
      payment: { entity: { ...payment, notes: { order_id: link.reference_id } } },
    },
    created_at: 1,
  }
}

/** Sends an event like the gateway, and polls the order that it wakes. */
export async function deliverEvent(server: TestServer, ...event: [object, { id?: string }?]): Promise<Response> {
  const answer = await sendWebhook(server, ...event)
  await server.answerWaiting()
  return answer
}

/** Sends an event like the gateway, correctly signed by default. */
export function sendWebhook(
  server: TestServer,
  event: object,
  { id = `evt_${randomUUID()}`, body = JSON.stringify(event), signature = '' } = {},
): Promise<Response> {
  const secret = String(server.ctx.config.sandbox?.webhookSecret)
  return server.request('/api/webhooks/razorpay', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': signature || signWebhook(body, secret),
    },
    body,
  })
}

/** Refuses every refund sent by `act` for longer than the shop retries: then the owner decides. */
export async function refuseRefunds(server: TestServer, act: () => Promise<unknown>): Promise<void> {
  await server.gateway('control/faults/api', {
    fault: 'answer',
    status: 400,
    description: 'Not enough balance',
    match: 'payments.refund',
    count: 1_000,
  })
  await act()
  // The clock does not move, because sessions would end.
  const aged = { created_at: server.db.raw(`created_at - interval '13 hours'`) }
  await server.db('refunds').where({ status: 'requested' }).update(aged)
  await requestAll(server)
  await server.gateway('control/reset-faults', {})
}
