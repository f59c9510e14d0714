import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../platform/payments/razorpay.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findDisputedOrders, isDisputeKnown } from '../../sales/disputes/disputes.queries.ts'
import { fetchOrderState, findNamedOrder, type Named } from '../../sales/orders/fetch-order-state.ts'
import { findOtherPayments } from '../../sales/orders/payments.queries.ts'
import { findOtherRefunds } from '../../sales/orders/refunds/refunds.queries.ts'
import { type Money, reportUnknownMoney } from '../../sales/orders/unknown-money.ts'
import { findRound, noteRound } from './jobs.queries.ts'

/** The lists reach back so far, more than a day's runs: what one run misses the next one finds. */
const LOOK_BACK_MS = 26 * 60 * 60_000
/** The longest span that a job catches up after the shop was off, or the gateway did not answer. */
const MOST_LOOK_BACK_MS = 90 * DAY_MS
const ROUND = 'look-back'
const PAGE = 100
/** 50,000 entries of a list: more than a shop has in an hour, and what a run can read before it expires. */
const MOST_PAGES = 500

/** Once a day: a payment is captured up to five days late, and a refund fails after weeks at most. */
const COMPARED_MS = 14 * DAY_MS
/** A bank decides about a dispute for months. */
const COMPARED_DISPUTES_MS = 180 * DAY_MS

/** Reads the gateway's own lists every hour: what happened there though its event was lost, or there never was one. */
export const lookBackJob = (ctx: Context): Job => readingLists(ctx, ROUND, '41 * * * *', () => lookBack(ctx))

/** Compares two weeks' payments and refunds with ours once a day, and every open dispute by status, whatever events reported. */
export const compareListsJob = (ctx: Context): Job =>
  readingLists(ctx, 'compare-lists', '17 4 * * *', () => compareLists(ctx))

function readingLists(ctx: Context, name: string, schedule: string, read: () => Promise<number>): Job {
  return {
    name,
    schedule,
    retries: 0,
    expireInSeconds: 1_800,
    run: async () => {
      try {
        await read()
      } catch (error) {
        // A new shop has no keys yet, and no lists.
        if (error instanceof GatewayNotConfiguredError) return
        if (!(error instanceof GatewayError)) throw error
        ctx.log.warn({ err: error }, 'the gateway did not list its payments and refunds, the next run does')
      }
    },
  }
}

/**
 * Queues a check of every order whose payment, refund or dispute differs here, or whose dispute is open; reports money
 * for unknown orders. Returns the number of entries in the lists.
 */
export async function lookBack(ctx: Context): Promise<number> {
  const began = ctx.now()
  const last = await findRound(ctx.db, ROUND)
  const since = Math.min(began.getTime(), last ? Date.parse(last) : began.getTime()) - LOOK_BACK_MS
  const from = new Date(Math.max(since, began.getTime() - MOST_LOOK_BACK_MS))
  const seen = (await lookAtMoney(ctx, from)) + (await lookAtDisputes(ctx, from))
  await noteRound(ctx.db, ROUND, began.toISOString())
  return seen
}

/** The same over two weeks, and half a year of disputes. */
export async function compareLists(ctx: Context): Promise<number> {
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms)
  return (await lookAtMoney(ctx, ago(COMPARED_MS))) + (await lookAtDisputes(ctx, ago(COMPARED_DISPUTES_MS)))
}

/** Pages are reported one by one: those before a failure count. */
async function lookAtMoney(ctx: Context, from: Date): Promise<number> {
  const refunds = await eachPage(ctx, async (skip) => {
    const { refunds, listed } = await ctx.payments.listRefunds({ from, skip })
    const unknown: Money[] = []
    for (const { id, paymentId, orderId: reference, amountPaise } of await findOtherRefunds(ctx.db, refunds)) {
      const named = { reference, paymentId }
      if (!(await lookBackAt(ctx, named))) unknown.push({ id, kind: 'refund', paymentId, amountPaise, named })
    }
    await reportUnknownMoney(ctx, unknown)
    return listed
  })
  const payments = await eachPage(ctx, async (skip) => {
    const { payments, listed } = await ctx.payments.listPayments({ from, skip })
    const unknown: Money[] = []
    for (const {
      id,
      captured,
      gatewayOrderId,
      orderId: reference,
      description,
      amountPaise,
    } of await findOtherPayments(ctx.db, payments)) {
      const named = { reference, paymentId: id, gatewayOrderId, description }
      if (!(await lookBackAt(ctx, named)) && captured)
        unknown.push({ id, kind: 'payment', paymentId: id, amountPaise, named })
    }
    await reportUnknownMoney(ctx, unknown)
    return listed
  })
  return refunds + payments
}

/** Reads disputes from the newest to those made before `from`; older ones are known, and are checked while open. */
async function lookAtDisputes(ctx: Context, from: Date): Promise<number> {
  const seen = await eachPage(ctx, async (skip) => {
    const { disputes, listed } = await ctx.payments.listDisputes({ skip })
    for (const dispute of disputes) {
      if (await isDisputeKnown(ctx.db, dispute)) continue
      const { id: disputeId, paymentId, amountPaise } = dispute
      const named = await namedByDispute(ctx, { disputeId, paymentId })
      const of = { id: paymentId, kind: 'payment' as const, paymentId, amountPaise, named }
      if (!(await lookBackAt(ctx, named))) await reportUnknownMoney(ctx, [of])
    }
    return disputes.some(({ createdAt }) => createdAt && createdAt < from) ? 0 : listed
  })
  for (const order_id of await findDisputedOrders(ctx.db))
    await ctx.db.transaction((trx) => fetchOrderState(ctx, trx, { order_id }))
  return seen
}

/** Resolves a dispute, which names its payment alone, to its order; reads an unknown payment from the gateway. */
async function namedByDispute(ctx: Context, named: Named & { paymentId: string }): Promise<Named> {
  if (await findNamedOrder(ctx.db, named)) return named
  try {
    const { orderId: reference, gatewayOrderId, description } = await ctx.payments.fetchPayment(named.paymentId)
    return { ...named, reference, gatewayOrderId, description }
  } catch (error) {
    if (!(error instanceof GatewayError) || error.kind !== 'not_found') throw error
    return named
  }
}

async function eachPage(ctx: Context, look: (skip: number) => Promise<number>): Promise<number> {
  let seen = 0
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await look(seen)
    seen += listed
    if (listed < PAGE) return seen
  }
  ctx.log.error({ seen }, "the gateway's list is longer than one run reads: look at what is older there")
  return seen
}

/** Queues a check of the order that is named; false when it is none of this shop. */
async function lookBackAt(ctx: Context, named: Named): Promise<boolean> {
  const order = await findNamedOrder(ctx.db, named)
  if (order) await ctx.db.transaction((trx) => fetchOrderState(ctx, trx, order, named))
  return order !== undefined
}
