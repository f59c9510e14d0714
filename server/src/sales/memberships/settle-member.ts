import { addMonths } from 'contract/access-period'
import { DAY_MS } from 'contract/indian-time'
import { MONTHS_OF } from 'contract/memberships/memberships'
import type { Context, Db } from '../../context.ts'
import { moveGrantEnd } from '../../courses/enrolments/grants.queries.ts'
import { GatewayError, GatewayNotConfiguredError, type Payment } from '../../platform/payments/razorpay.ts'
import type { CycleInvoice, Subscription } from '../../platform/payments/razorpay-subscriptions.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'
import { isOtherMode } from '../orders/settlement/key-mode.ts'
import { bookDebit, type Cycle } from './book-debit.ts'
import { accessUntil, endAt, nextLook, stateOf } from './member-state.ts'
import {
  findBookedPayments,
  findDebitsSince,
  findMember,
  lockMember,
  type Member,
  updateMember,
} from './members.queries.ts'

/** The least time between two looks that a page asks for. */
export const LOOK_GAP_MS = 5_000

/**
 * Reads a mandate at the gateway and follows it: each paid cycle becomes an order, once; the state is the gateway's. Events, the page of its
 * person and the sweep all end here, in any order, also repeated. Rejects with a `GatewayError` while the gateway does not answer.
 */
export async function settleMember(ctx: Context, memberId: string): Promise<void> {
  const member = await findMember(ctx.db, memberId)
  if (!member || isOtherMode(member.key_id, (await ctx.keyring.activeKeys())?.keyId ?? null)) return
  const { subscription_id } = member
  const subscription =
    member.end_wanted_at && !member.ended_at
      ? await ctx.payments.cancelSubscription(subscription_id)
      : await ctx.payments.fetchSubscription(subscription_id)
  const booked = await findBookedPayments(ctx.db, memberId)
  const paid: { payment: Payment; invoice: CycleInvoice }[] = []
  for (const invoice of await ctx.payments.fetchCycles(subscription_id)) {
    if (invoice.paymentId === null || booked.includes(invoice.paymentId)) continue
    const payment = await ctx.payments.fetchPayment(invoice.paymentId)
    if (payment.captured) paid.push({ payment, invoice })
  }
  const first = ({ invoice: { from, paidAt } }: { invoice: CycleInvoice }) => (from ?? paidAt)?.getTime() ?? 0
  for (const { payment, invoice } of paid.sort((a, b) => first(a) - first(b))) {
    await ctx.db.transaction(async (trx) => {
      // Students are locked before mandates, as refunds do.
      await lockBuyer(trx, member.user_id)
      const locked = await lockMember(trx, memberId)
      if (!locked || (await findBookedPayments(trx, memberId)).includes(payment.id)) return
      // An end without an event is read together with the money that followed it.
      const ended_at = subscription.status === 'cancelled' ? (subscription.endedAt?.toISOString() ?? null) : null
      const ended = { ...locked, ended_at: locked.ended_at ?? ended_at }
      await bookDebit(ctx, trx, ended, payment, cycleOf(ctx, locked, invoice, payment))
    })
  }
  await ctx.db.transaction((trx) => follow(ctx, trx, memberId, subscription))
}

/** The cycle that an invoice is for; where the gateway does not say, it follows what is paid, or begins with its payment. */
function cycleOf(
  ctx: Context,
  { period, paid_until }: Member,
  { from, to, paidAt }: CycleInvoice,
  { createdAt }: Payment,
): Cycle {
  const now = ctx.now()
  const at = paidAt ?? createdAt ?? now
  const before = paid_until === null ? undefined : new Date(paid_until)
  // A debit may be a little before or after its day.
  const isNext = before && Math.abs(before.getTime() - at.getTime()) < 10 * DAY_MS
  const start = from ?? (isNext ? before : at)
  return { from: start, to: to && to > start ? to : addMonths(start, MONTHS_OF[period]), paidAt: at < now ? at : now }
}

/** Notes what the gateway says, and has the person written to about what changed. */
async function follow(ctx: Context, trx: Db, memberId: string, subscription: Subscription): Promise<void> {
  const before = await lockMember(trx, memberId)
  if (!before) return
  const now = ctx.now()
  const gateway_state = subscription.status ?? before.gateway_state
  const ending = endAt(gateway_state, before.end_wanted_at !== null, before.erased)
  const end_kind = before.end_kind ?? ending ?? null
  const ended_at = before.ended_at ?? (ending ? (subscription.endedAt ?? now).toISOString() : null)
  const changes = { gateway_state, charge_at: subscription.chargeAt?.toISOString() ?? null, ended_at, end_kind }
  const member = { ...before, ...changes }
  const state = stateOf(member, now)
  const look = nextLook(
    {
      state,
      created_at: member.created_at,
      charge_at: subscription.chargeAt,
      ended_at: ended_at ? new Date(ended_at) : null,
    },
    now,
  )
  await updateMember(trx, memberId, {
    ...changes,
    poll_after: look?.toISOString() ?? null,
    polled_at: now.toISOString(),
  })
  // An earlier mandate's days of grace come and go with one that continues it.
  const isRegistered = before.gateway_state === 'created' && gateway_state !== 'created'
  if (ended_at !== before.ended_at || isRegistered) await settleAccess(trx, member, now)
  await notifyMember(ctx, trx, member, state)
}

/** States that a person is written about; who never paid only hears nothing. */
const TOLD = ['active', 'late', 'stopped', 'cancelled', 'ended']

async function notifyMember(
  ctx: Context,
  trx: Db,
  { member_id, told, begun, paid_until, erased }: Member,
  state: string,
): Promise<void> {
  if (state === told || !TOLD.includes(state) || erased) return
  // Who neither paid nor registered by this mandate hears nothing of its end, nor a mandate without money of its beginning.
  if (state === 'active' ? paid_until === null : !begun && told === null) return
  await updateMember(trx, member_id, { told: state })
  // A late debit has its receipt.
  if (state === 'active' && told !== null && told !== 'stopped') return
  await ctx.queue.send(trx, 'membership-mail', { member_id, state, at: ctx.now().toISOString() })
}

/**
 * Sets the ends of access that debits gave, also those of earlier mandates that this one continues. The days of grace are for debits that are late:
 * once none can follow, access ends with what each debit paid, or at once.
 */
export async function settleAccess(
  trx: Db,
  { member_id, grace_days }: Pick<Member, 'member_id' | 'grace_days'>,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - grace_days * DAY_MS)
  for (const { member_id: payer, order_id: orderId, course_ids, to_at } of await findDebitsSince(
    trx,
    member_id,
    since,
  )) {
    const of = await findMember(trx, payer)
    const until = of && accessUntil({ ...of, paid_until: to_at })
    if (until) for (const courseId of course_ids.toSorted()) await moveGrantEnd(trx, { orderId, courseId, until })
  }
}

/** Settles a mandate for a page that shows it; a failed check changes nothing. */
export async function settleSilently(ctx: Context, memberId: string): Promise<void> {
  try {
    await settleMember(ctx, memberId)
  } catch (error) {
    if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
    ctx.log.warn({ err: error, member_id: memberId }, 'the gateway did not say how a membership stands')
  }
}
