import type { Knex } from 'knex'
import { signWebhook } from '../../server/src/platform/payments/signatures.ts'
import { takeWebhookFault } from './faults.ts'
import { accountIdOf, newId } from './ids.ts'

/** The sandbox's account, for everything that acts on its ledger. */
export type SandboxAccount = {
  keys: { keyId: string; keySecret: string; webhookSecret: string }
  shortUrl: (linkId: string) => string
}

export type SandboxEvent = { event: string; payload: Record<string, object> }

type Delivery = {
  event_id: string
  event: string
  subject: string
  body: string
  signature: string
  state: 'pending' | 'lost'
}

/**
 * Queues the webhooks of one event within the caller's transaction: they are sent if and only if it commits. `subject`
 * is the link or payment; its events are sent in order. Signed here, so a later secret does not change the signature.
 */
export async function queueEvents(
  trx: Knex,
  account: SandboxAccount,
  subject: string,
  events: SandboxEvent[],
  now: Date,
): Promise<void> {
  for (const event of await inSendingOrder(trx, events)) {
    const { delivery, delayMs, copies } = await withFaults(trx, deliveryOf(account, subject, event, now), account)
    for (let copy = 0; copy < copies; copy += 1) {
      await trx.raw(
        `insert into sandbox.deliveries (event_id, event, subject, body, signature, state, due_at)
         values (:event_id, :event, :subject, :body, :signature, :state,
           clock_timestamp() + make_interval(secs => :delay_seconds))`,
        { ...delivery, delay_seconds: delayMs / 1000 },
      )
    }
  }
}

function deliveryOf(account: SandboxAccount, subject: string, event: SandboxEvent, now: Date): Delivery {
  const body = JSON.stringify({
    entity: 'event',
    account_id: accountIdOf(account.keys.keyId),
    event: event.event,
    contains: Object.keys(event.payload),
    payload: Object.fromEntries(Object.entries(event.payload).map(([name, entity]) => [name, { entity }])),
    created_at: Math.floor(now.getTime() / 1000),
  })
  const signature = signWebhook(body, account.keys.webhookSecret)
  return { event_id: newId(''), event: event.event, subject, body, signature, state: 'pending' }
}

async function inSendingOrder(trx: Knex, events: SandboxEvent[]): Promise<SandboxEvent[]> {
  if (events.length < 2) return events
  const fault = await takeWebhookFault(trx, '', ['reorder'])
  if (fault?.fault !== 'reorder') return events
  const { order } = fault
  if (!order) return events.toReversed()
  const rank = ({ event }: SandboxEvent) => (order.includes(event) ? order.indexOf(event) : order.length)
  return events.toSorted((a, b) => rank(a) - rank(b))
}

async function withFaults(trx: Knex, delivery: Delivery, account: SandboxAccount) {
  const fault = await takeWebhookFault(trx, delivery.event, ['lose', 'delay', 'repeat', 'alter'])
  if (fault?.fault === 'lose') return { delivery: { ...delivery, state: 'lost' as const }, delayMs: 0, copies: 1 }
  if (fault?.fault === 'delay') return { delivery, delayMs: fault.ms, copies: 1 }
  if (fault?.fault === 'repeat') return { delivery, delayMs: 0, copies: 1 + fault.times }
  if (fault?.fault === 'alter') return { delivery: altered(delivery, fault.what, account), delayMs: 0, copies: 1 }
  return { delivery, delayMs: 0, copies: 1 }
}

function altered(delivery: Delivery, what: 'signature' | 'body', account: SandboxAccount): Delivery {
  if (what === 'signature') {
    return { ...delivery, signature: signWebhook(delivery.body, `not ${account.keys.webhookSecret}`) }
  }
  // Still valid JSON and the same event, but not the signed bytes.
  return { ...delivery, body: delivery.body.replace('"entity":"event"', '"entity":"evenT"') }
}
