import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { indianDay } from 'contract/indian-time'

/** The documented description for a second operation on a payment; its code is that of every other 400. */
export const OPERATION_IN_PROGRESS = 'Request failed because another payment operation is in progress'

type Entity = Record<string, unknown>
type Answer = { status?: number; body: Entity }
type Request = { method: string; path: string; query: URLSearchParams; body: Entity; idempotencyKey?: string }

export const documentedKeys = {
  RAZORPAY_KEY_ID: 'rzp_test_documented',
  RAZORPAY_KEY_SECRET: 'secret-of-the-documented-account',
  RAZORPAY_WEBHOOK_SECRET: 'webhook-secret-of-the-documented-account',
}

const id = (prefix: string) => prefix + randomBytes(7).toString('hex')
const now = () => Math.floor(Date.now() / 1000)

/**
 * Starts a gateway that answers like Razorpay's documentation and its SDK's types, unlike our sandbox: `notes` null or
 * `[]`, `payments` null, no `order_id` before an attempt, another domain of short addresses, unknown fields. `shape`
 * alters displayed links, `refuse` the refusals.
 */
export async function startDocumentedGateway() {
  const links: Entity[] = []
  const payments: Entity[] = []
  const refunds: Entity[] = []
  const disputes: Entity[] = []
  const settled: Entity[] = []
  const requested: Request[] = []
  const busy = new Set<string>()
  const gateway = {
    url: '',
    links,
    payments,
    refunds,
    disputes,
    /** Lines of the settlement list. */
    settled,
    asked: requested,
    shape: (link: Entity): Entity => link,
    refuse: (_request: Request): string | undefined => undefined,
    /** The keys have expired, or belong to another account: every call returns 401. */
    refuseKeys: false,
    /** The maximum of one payment, in paise. */
    maximum: Number.POSITIVE_INFINITY,
    /** The status of a refund in its response. */
    refundStatus: 'processed',
    /** The duration of a call, in milliseconds; a refund meanwhile blocks other refunds of its payment. */
    takes: (_request: Request): number => 0,
    /** Requests whose response is lost after they took effect. */
    lose: (_request: Request): boolean => false,
    /** Forgets the idempotency keys of refunds; their documented lifetime is unknown. */
    forgetKeys() {
      for (const made of refunds) delete made.key
    },
    /** Records an attempt on a link, with the gateway's own order behind it; the link stays unchanged. */
    attempt(link: Entity, change: Entity = {}) {
      link.order_id ??= id('order_')
      const payment = documentedPayment(link, change)
      payments.push(payment)
      return payment
    },
    /** Pays a link, which lists the payment as documented. */
    pay(link: Entity) {
      const payment = gateway.attempt(link)
      const listed = {
        amount: link.amount,
        created_at: now(),
        method: 'upi',
        payment_id: payment.id,
        status: 'captured',
      }
      Object.assign(link, { status: 'paid', amount_paid: link.amount, payments: [listed], updated_at: now() })
      return payment
    },
    /** Opens a dispute about a payment. */
    dispute(payment: Entity, change: Entity = {}) {
      const dispute = documentedDispute(payment, change)
      disputes.push(dispute)
      return dispute
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function answer(request: Request): Answer {
    const { method, path, query, body } = request
    if (gateway.refuseKeys) return { ...refusal('Authentication failed'), status: 401 }
    const refused = gateway.refuse(request)
    if (refused) return refusal(refused)
    const [, kind, one, action] = path.split('/').slice(1)
    if (method === 'POST' && kind === 'payment_links' && !one) return create(body)
    if (kind === 'payment_links' && !one) {
      const wanted = links.filter((link) => link.reference_id === query.get('reference_id'))
      return { body: { payment_links: wanted.map(gateway.shape) } }
    }
    const link = kind === 'payment_links' && links.find((entry) => entry.id === one)
    if (link && action === 'cancel') Object.assign(link, { status: 'cancelled', cancelled_at: now() })
    if (link) return { body: gateway.shape(link) }
    if (kind === 'orders' && action === 'payments')
      return list(payments.filter((entry) => entry.order_id === one).map(shown))
    const ordered = kind === 'orders' && !action && links.find(({ order_id }) => order_id === one)
    if (ordered) return { body: documentedOrder(ordered) }
    if (kind === 'payments' && action === 'refund') {
      if (busy.has(path)) return refusal(OPERATION_IN_PROGRESS)
      return refund(String(one), request)
    }
    if (kind === 'payments' && action === 'refunds') return list(refunds.filter((entry) => entry.payment_id === one))
    const payment = kind === 'payments' && !action && payments.find((entry) => entry.id === one)
    if (payment) return { body: shown(payment) }
    if (kind === 'payments' && !one) return list(pageOf(payments.map(shown), query))
    if (kind === 'refunds' && !one) return list(pageOf(refunds, query))
    if (kind === 'disputes' && !one) return list(pageOf(disputes, query))
    if (path === '/v1/settlements/recon/combined') return list(settledIn(settled, query))
    const dispute = kind === 'disputes' && disputes.find((entry) => entry.id === one)
    if (dispute) return { body: dispute }
    return refusal('The id provided does not exist')
  }

  function create(body: Entity): Answer {
    if (Number(body.amount) > gateway.maximum) return refusal('Amount exceeds maximum amount allowed.')
    if (links.some((link) => link.reference_id === body.reference_id)) {
      return refusal('payment link creation with reference ID already attempted')
    }
    const { amount, currency, description, reference_id, customer = {}, expire_by, callback_url } = body
    const link = {
      accept_partial: false,
      amount,
      amount_paid: 0,
      callback_method: 'get',
      callback_url,
      cancelled_at: 0,
      created_at: now(),
      currency,
      customer,
      description,
      expire_by,
      expired_at: 0,
      first_min_partial_amount: 0,
      id: id('plink_'),
      notes: null,
      notify: { email: false, sms: false, whatsapp: false },
      payments: null,
      reference_id,
      reminder_enable: false,
      reminders: [],
      short_url: `https://rzp.io/i/${randomUUID().slice(0, 7)}`,
      status: 'created',
      updated_at: now(),
      upi_link: false,
      user_id: '',
      whatsapp_link: false,
    }
    links.push(link)
    return { body: gateway.shape(link) }
  }

  /** Formats a payment: pending refunds count as refunded, failed ones do not. */
  function shown(payment: Entity): Entity {
    const of = refunds.filter((made) => made.payment_id === payment.id && made.status !== 'failed')
    const amount_refunded = of.reduce((sum, made) => sum + Number(made.amount), 0)
    if (amount_refunded === 0) return payment
    const whole = amount_refunded === payment.amount
    return {
      ...payment,
      amount_refunded,
      refund_status: whole ? 'full' : 'partial',
      ...(whole ? { status: 'refunded' } : {}),
    }
  }

  function refund(paymentId: string, { body, idempotencyKey }: Request): Answer {
    const payment = payments.find((entry) => entry.id === paymentId)
    const known = refunds.find((entry) => entry.key === idempotencyKey)
    const left = Number(payment?.amount) - Number(payment && shown(payment).amount_refunded)
    if (!known && Number(body.amount) > left)
      return refusal('The total refund amount is greater than the refund payment amount')
    const made =
      known ??
      documentedRefund(paymentId, {
        amount: body.amount,
        notes: body.notes,
        key: idempotencyKey,
        status: gateway.refundStatus,
      })
    if (!known) refunds.push(made)
    return { body: made }
  }

  const server = createServer(async (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://gateway')
    const key = req.headers['x-refund-idempotency']
    const request = {
      method: String(req.method),
      path: pathname,
      query: searchParams,
      body: await jsonOf(req),
      ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    }
    requested.push(request)
    const takes = busy.has(pathname) ? 0 : gateway.takes(request)
    if (takes > 0) {
      busy.add(pathname)
      await sleep(takes)
      busy.delete(pathname)
    }
    const { status = 200, body } = answer(request)
    if (gateway.lose(request)) return void req.socket.destroy()
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  gateway.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return gateway
}

/** Builds a payment like the webhook's sample: without notes, described by its link's id. */
export function documentedPayment(link: Entity, change: Entity = {}): Entity {
  return {
    id: id('pay_'),
    entity: 'payment',
    amount: link.amount,
    currency: 'INR',
    base_amount: link.amount,
    status: 'captured',
    order_id: link.order_id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: 0,
    amount_transferred: 0,
    refund_status: null,
    captured: true,
    card_id: null,
    bank: null,
    description: `#${String(link.id).replace('plink_', '')}`,
    wallet: null,
    vpa: 'a@upi',
    email: null,
    notes: [],
    contact: '+919988998899',
    fee: 236,
    tax: 36,
    error_code: null,
    error_description: null,
    error_reason: null,
    acquirer_data: { rrn: null },
    fee_bearer: 'platform',
    created_at: now(),
    ...change,
  }
}

/**
 * Builds the order behind a link: nothing is due once the link is paid; with an offer, less than its amount was paid.
 */
function documentedOrder({ order_id: id, amount, status, reference_id: receipt }: Entity): Entity {
  const amount_due = status === 'paid' ? 0 : amount
  const order = {
    id,
    entity: 'order',
    amount,
    amount_paid: Number(amount) - Number(amount_due),
    amount_due,
    currency: 'INR',
  }
  return { ...order, receipt, offer_id: null, status: status === 'paid' ? 'paid' : 'attempted', attempts: 1, notes: [] }
}

export function documentedRefund(paymentId: string, change: Entity): Entity {
  return {
    id: id('rfnd_'),
    entity: 'refund',
    currency: 'INR',
    payment_id: paymentId,
    notes: [],
    receipt: null,
    acquirer_data: { arn: null },
    created_at: now(),
    batch_id: null,
    status: 'processed',
    speed_processed: 'normal',
    speed_requested: 'normal',
    ...change,
  }
}

/** Builds a dispute as documented: nothing is deducted before it is lost. */
export function documentedDispute({ id: payment_id, amount }: Entity, change: Entity = {}): Entity {
  return {
    id: id('disp_'),
    entity: 'dispute',
    payment_id,
    amount,
    currency: 'INR',
    amount_deducted: 0,
    gateway_dispute_id: null,
    reason_code: 'chargeback',
    respond_by: now() + 7 * 86_400,
    status: 'open',
    phase: 'chargeback',
    comments: null,
    created_at: now(),
    lifecycle: [],
    ...change,
    evidence: {
      amount,
      summary: null,
      shipping_proof: null,
      term_and_conditions: null,
      others: null,
      submitted_at: null,
    },
  }
}

/** Builds an event of these entities, with its signature header. */
export function documentedEvent(event: string, entities: Record<string, Entity>) {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]))
  const contains = Object.keys(entities)
  const body = JSON.stringify({
    account_id: 'acc_DKoeHMNpi0nC7k',
    contains,
    created_at: now(),
    entity: 'event',
    event,
    payload,
  })
  const signature = createHmac('sha256', documentedKeys.RAZORPAY_WEBHOOK_SECRET).update(body).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-razorpay-signature': signature,
    'x-razorpay-event-id': randomUUID(),
  }
  return { method: 'POST', headers, body }
}

const list = (items: Entity[]): Answer => ({ body: { entity: 'collection', count: items.length, items } })
/** Lists the settlements of a month in Indian time. */
function settledIn(lines: Entity[], query: URLSearchParams): Entity[] {
  const month = `${query.get('year')}-${String(query.get('month')).padStart(2, '0')}`
  const of = lines.filter(({ settled_at }) => indianDay(new Date(Number(settled_at) * 1000)).startsWith(month))
  const skip = Number(query.get('skip') ?? 0)
  return of.slice(skip, skip + Number(query.get('count') ?? 10))
}

/** Builds a line of the settlement list like the documentation's sample. */
export function documentedSettled(change: Entity): Entity {
  return {
    entity_id: id('pay_'),
    type: 'payment',
    debit: 0,
    credit: 97_640,
    amount: 100_000,
    currency: 'INR',
    fee: 2_360,
    tax: 360,
    on_hold: false,
    settled: true,
    created_at: now(),
    settled_at: now(),
    settlement_id: id('setl_'),
    posted_at: null,
    credit_type: 'default',
    description: null,
    notes: '{}',
    payment_id: null,
    dispute_id: null,
    settlement_utr: '1568176960vxp0rj',
    order_id: id('order_'),
    order_receipt: null,
    method: 'upi',
    card_network: null,
    card_issuer: null,
    card_type: null,
    ...change,
  }
}

/** Returns a page, newest first. */
function pageOf(entries: Entity[], query: URLSearchParams): Entity[] {
  const skip = Number(query.get('skip') ?? 0)
  const since = entries.filter(({ created_at }) => Number(created_at) >= Number(query.get('from') ?? 0))
  return since.reverse().slice(skip, skip + Number(query.get('count') ?? 10))
}
const refusal = (description: string): Answer => ({
  status: 400,
  body: { error: { code: 'BAD_REQUEST_ERROR', description, metadata: {}, reason: 'NA', source: 'NA', step: 'NA' } },
})

async function jsonOf(req: IncomingMessage): Promise<Entity> {
  const text = Buffer.concat(await req.toArray()).toString()
  return text ? JSON.parse(text) : {}
}
