import { z } from 'zod'
import { isRefused } from './gateway.ts'
import { type Connection, readById, requireId, requireInteger } from './razorpay-connection.ts'

type Call = <T>(name: string, schema: z.ZodType<T>, send: (connection: Connection) => Promise<unknown>) => Promise<T>

const seconds = z
  .union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
  .nullish()
  .catch(null)
  .transform((value) => (value ? new Date(value * 1000) : null))
const count = z.coerce.number().int().nonnegative().catch(0)

const SUBSCRIPTION_STATES = [
  'created',
  'authenticated',
  'active',
  'pending',
  'halted',
  'paused',
  'cancelled',
  'completed',
  'expired',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATES)[number]

const planAnswer = z.object({ id: z.string() })

const subscriptionAnswer = z
  .object({
    id: z.string(),
    // An unknown status decides nothing.
    status: z.enum(SUBSCRIPTION_STATES).nullable().catch(null),
    charge_at: seconds,
    ended_at: seconds,
    paid_count: count,
    short_url: z.string().nullish(),
  })
  .transform(({ id, status, charge_at, ended_at, paid_count, short_url }) => ({
    id,
    status,
    /** The next debit; null while none is planned. */
    chargeAt: charge_at,
    endedAt: ended_at,
    paidCount: paid_count,
    /** The gateway's page that registers the mandate. */
    shortUrl: short_url ?? '',
  }))
export type Subscription = z.output<typeof subscriptionAnswer>

const invoiceAnswer = z
  .object({
    id: z.string(),
    subscription_id: z.string().nullish(),
    payment_id: z.string().nullish(),
    billing_start: seconds,
    billing_end: seconds,
    paid_at: seconds,
  })
  .transform(({ id, subscription_id, payment_id, billing_start, billing_end, paid_at }) => ({
    id,
    subscriptionId: subscription_id || null,
    paymentId: payment_id || null,
    /** The cycle that it is for, where the gateway says so. */
    from: billing_start,
    to: billing_end,
    paidAt: paid_at,
  }))
/** One of the gateway's own invoices, one for each cycle of a subscription. */
export type CycleInvoice = z.output<typeof invoiceAnswer>

/** The gateway lists at most so many at once. */
const PAGE = 100

export type CreatePlanInput = {
  period: 'monthly' | 'yearly'
  interval: number
  name: string
  /** Integer. */
  amountPaise: number
}
export type CreateSubscriptionInput = {
  planId: string
  /** Cycles in all. */
  totalCount: number
  /** When its first cycle is charged; at once, with the registering, when absent. */
  startsAt?: Date | undefined
  /** Until when the mandate may be registered. */
  expiresAt: Date
  notes: Record<string, string>
}

export type SubscriptionCalls = {
  /** Creates a plan and returns its id. A repeat creates another one, which nobody pays. */
  createPlan(input: CreatePlanInput): Promise<string>
  /** Creates a subscription. A repeat creates another one, which ends unpaid: nobody has its address. */
  createSubscription(input: CreateSubscriptionInput): Promise<Subscription>
  fetchSubscription(subscriptionId: string): Promise<Subscription>
  /** Ends a subscription and its mandate at once; returns one that has ended as it is. */
  cancelSubscription(subscriptionId: string): Promise<Subscription>
  /** Lists the invoices of all its cycles, newest first. */
  fetchCycles(subscriptionId: string): Promise<CycleInvoice[]>
  fetchCycle(invoiceId: string): Promise<CycleInvoice>
}

/** Builds the calls about subscriptions; `call` bounds, retries and parses each. */
export function subscriptionCalls(call: Call): SubscriptionCalls {
  const fetchSubscription = (id: string) =>
    readById(call('fetchSubscription', subscriptionAnswer, ({ sdk }) => sdk.subscriptions.fetch(requireId(id))))
  return {
    async createPlan({ amountPaise, name, ...rhythm }) {
      const item = { name, amount: requireInteger(amountPaise), currency: 'INR' }
      return (await call('createPlan', planAnswer, ({ sdk }) => sdk.plans.create({ ...rhythm, item }))).id
    },
    createSubscription: ({ planId, totalCount, startsAt, expiresAt, notes }) =>
      call('createSubscription', subscriptionAnswer, ({ sdk }) =>
        sdk.subscriptions.create({
          plan_id: requireId(planId),
          total_count: totalCount,
          customer_notify: true,
          ...(startsAt ? { start_at: Math.floor(startsAt.getTime() / 1000) } : {}),
          expire_by: Math.floor(expiresAt.getTime() / 1000),
          notes,
        }),
      ),
    fetchSubscription,
    async cancelSubscription(id) {
      try {
        return await call('cancelSubscription', subscriptionAnswer, ({ sdk }) =>
          sdk.subscriptions.cancel(requireId(id), false),
        )
      } catch (error) {
        if (!isRefused(error)) throw error
        // This is also the answer to our second attempt, when the first answer was lost.
        const found = await fetchSubscription(id)
        if (found.status === 'cancelled' || found.status === 'completed' || found.status === 'expired') return found
        throw error
      }
    },
    async fetchCycles(id) {
      const found: CycleInvoice[] = []
      for (let listed = PAGE; listed === PAGE; ) {
        const skip = found.length
        const page = await call('fetchCycles', z.object({ items: z.array(invoiceAnswer) }), ({ sdk }) =>
          sdk.invoices.all({ subscription_id: requireId(id), count: PAGE, skip }),
        )
        found.push(...page.items)
        listed = page.items.length
      }
      return found
    },
    fetchCycle: (id) => readById(call('fetchCycle', invoiceAnswer, ({ sdk }) => sdk.invoices.fetch(requireId(id)))),
  }
}
