import type { Knex } from 'knex'
import { z } from 'zod'
import { paymentEntity } from '../entities.ts'
import { queueEvents, type SandboxAccount } from '../events.ts'
import { newId } from '../ids.ts'
import { notes, parseBody } from '../links.ts'
import { Refusal, unknownId } from '../refusal.ts'
import { cycleStart } from './cycles.ts'
import { type DebitRow, type SubscriptionRow, subscriptionEntity } from './entities.ts'
import { findPlan } from './plans.ts'

const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)
const YEARS_MS = 100 * 366 * 86_400_000

const subscriptionBody = z.object({
  plan_id: z.string('The plan id field is required.'),
  total_count: z.int('The total count field is required.').min(1, 'The total count must be at least 1.'),
  quantity: z.int().min(1, 'The quantity must be at least 1.').default(1),
  start_at: z.int().optional(),
  expire_by: z.int().optional(),
  customer_notify: flag.default(true),
  notes: notes.default({}),
})

/** Creates a subscription, which waits for the mandate. Without `start_at` it starts with the first payment. */
export async function createSubscription(db: Knex, body: unknown, now: Date): Promise<SubscriptionRow> {
  const input = parseBody(subscriptionBody, body)
  const plan = await findPlan(db, input.plan_id)
  for (const field of ['start_at', 'expire_by'] as const) {
    const at = input[field]
    if (at !== undefined && at * 1000 <= now.getTime()) {
      throw new Refusal(`${field} cannot be lesser than the current time`, { field })
    }
  }
  if (cycleStart(plan, now, input.total_count).getTime() - now.getTime() > YEARS_MS) {
    throw new Refusal('Exceeds the maximum total count allowed for the given period and interval', {
      field: 'total_count',
    })
  }
  const moment = (at: number | undefined) => (at === undefined ? null : new Date(at * 1000))
  const [row] = await db<SubscriptionRow>('sandbox.subscriptions')
    .insert({
      subscription_id: newId('sub_'),
      plan_id: plan.plan_id,
      status: 'created',
      quantity: input.quantity,
      total_count: input.total_count,
      customer_notify: input.customer_notify,
      notes: input.notes,
      start_at: moment(input.start_at),
      charge_at: moment(input.start_at),
      expire_by: moment(input.expire_by),
      created_at: now,
    })
    .returning('*')
  if (!row) throw new Error('an insert returned no row')
  return row
}

/** Returns the subscription, locked until the transaction ends; one whose time for the mandate is over is expired. */
export async function lockSubscription(trx: Knex, id: string, now: Date): Promise<SubscriptionRow> {
  const row = await trx<SubscriptionRow>('sandbox.subscriptions').where({ subscription_id: id }).forUpdate().first()
  if (!row) throw unknownId()
  const lastCall = row.expire_by ?? row.start_at
  if (row.status !== 'created' || !lastCall || new Date(lastCall) > now) return row
  return change(trx, row, { status: 'expired', charge_at: null, ended_at: lastCall })
}

export const findSubscription = (db: Knex, id: string, now: Date): Promise<SubscriptionRow> =>
  db.transaction((trx) => lockSubscription(trx, id, now))

export async function change(
  trx: Knex,
  row: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
): Promise<SubscriptionRow> {
  await trx<SubscriptionRow>('sandbox.subscriptions').where({ subscription_id: row.subscription_id }).update(changes)
  return { ...row, ...changes }
}

export async function showSubscription(db: Knex, row: SubscriptionRow, account: SandboxAccount, where?: 'event') {
  const plan = await findPlan(db, row.plan_id)
  const endAt = row.start_at ? cycleStart(plan, row.start_at, row.total_count - 1) : null
  return subscriptionEntity(row, endAt, where === 'event' ? null : account.shortUrl(row.subscription_id))
}

export type Notice = { event: string; payment?: DebitRow; others?: Record<string, object> }

/** Queues an event about the subscription; with `payment`, also about its money. */
export async function notify(
  trx: Knex,
  account: SandboxAccount,
  row: SubscriptionRow,
  events: Notice[],
  now: Date,
): Promise<void> {
  const subscription = await showSubscription(trx, row, account, 'event')
  const queued = events.map(({ event, payment, others = {} }) => ({
    event,
    payload: {
      ...(event.startsWith('subscription.') ? { subscription } : {}),
      ...(payment ? { payment: paymentEntity(payment) } : {}),
      ...others,
    },
  }))
  await queueEvents(trx, account, row.subscription_id, queued, now)
}

const cancelBody = z.object({ cancel_at_cycle_end: flag.default(false) })
const OVER = ['cancelled', 'completed', 'expired']

/**
 * Cancels now, or at the end of the running cycle. A subscription that is over cannot be cancelled, nor can one at the
 * end of a cycle that has not begun or is the last.
 */
export async function cancelSubscription(
  db: Knex,
  account: SandboxAccount,
  id: string,
  { body, by }: { body?: unknown; by?: 'customer' },
  now: Date,
): Promise<SubscriptionRow> {
  const { cancel_at_cycle_end: atCycleEnd } = parseBody(cancelBody, body)
  return db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    if (OVER.includes(row.status)) {
      throw new Refusal(`Subscription is not cancellable in ${row.status} status.`, { field: 'status' })
    }
    if (!atCycleEnd) return endSubscription(trx, account, row, by ?? 'self', now)
    if (row.cycle === null) throw new Refusal('Subscription cannot be cancelled since no billing cycle is going on')
    if (row.cycle + 1 >= row.total_count) {
      throw new Refusal('The subscription is in its final cycle and cannot be cancelled now.')
    }
    return change(trx, row, { cancel_at_cycle_end: true })
  })
}

/** Ends a subscription as cancelled. Its unpaid invoices and open payments stay as they are. */
export async function endSubscription(
  trx: Knex,
  account: SandboxAccount,
  row: SubscriptionRow,
  by: string | null,
  now: Date,
): Promise<SubscriptionRow> {
  const ended = await change(trx, row, {
    status: 'cancelled',
    ended_at: now,
    charge_at: null,
    cancel_initiated_by: by,
  })
  await notify(trx, account, ended, [{ event: 'subscription.cancelled' }], now)
  return ended
}

/** Pauses an active subscription. One whose cycles have not begun is cancelled instead, as documented. */
export async function pauseSubscription(
  db: Knex,
  account: SandboxAccount,
  id: string,
  by: 'self' | 'customer',
  now: Date,
): Promise<SubscriptionRow> {
  return db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    if (row.status === 'authenticated') return endSubscription(trx, account, row, by, now)
    if (row.status !== 'active') throw new Refusal(`Subscription cannot be paused in ${row.status} state`)
    const update = { status: 'paused' as const, charge_at: null, paused_at: now, pause_initiated_by: by }
    const paused = await change(trx, row, update)
    await notify(trx, account, paused, [{ event: 'subscription.paused' }], now)
    return paused
  })
}

/**
 * Resumes a paused subscription. Cycles that began in the pause are skipped: nothing is charged for them, and the next
 * debit is at the beginning of the next cycle. A pause from a UPI app ends in that app only.
 */
export async function resumeSubscription(
  db: Knex,
  account: SandboxAccount,
  id: string,
  by: 'self' | 'customer',
  now: Date,
): Promise<SubscriptionRow> {
  return db.transaction(async (trx) => {
    const row = await lockSubscription(trx, id, now)
    if (row.status !== 'paused' || row.cycle === null || !row.start_at) {
      throw new Refusal(`Subscription cannot be resumed in ${row.status} state`)
    }
    if (by === 'self' && row.pause_initiated_by === 'customer') {
      throw new Refusal('Subscription was paused by the customer and can be resumed by the customer alone')
    }
    const plan = await findPlan(trx, row.plan_id)
    let cycle = row.cycle
    while (cycle + 1 < row.total_count && cycleStart(plan, row.start_at, cycle + 1) <= now) cycle += 1
    const chargeAt = cycle + 1 < row.total_count ? cycleStart(plan, row.start_at, cycle + 1) : null
    const update = { status: 'active' as const, cycle, charge_at: chargeAt, paused_at: null, pause_initiated_by: null }
    const resumed = await change(trx, row, update)
    await notify(trx, account, resumed, [{ event: 'subscription.resumed' }], now)
    return resumed
  })
}
