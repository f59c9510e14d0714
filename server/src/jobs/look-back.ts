import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../context.ts'
import { findDisputedOrders, isDisputeKnown } from '../disputes/disputes.queries.ts'
import { askAboutOrder, findNamedOrder, type Named, tellOfMoneyForNobody } from '../orders/ask-about-order.ts'
import { isRefundKnown } from '../orders/refunds/refunds.queries.ts'
import { isCaptureKnown } from '../orders/settlement/payments.queries.ts'
import { GatewayError, GatewayNotConfiguredError } from '../payments/razorpay.ts'
import type { Job } from '../queue/queue.ts'
import { findRound, noteRound } from './rounds.queries.ts'

/** The lists reach back so far, more than a day's runs: what one run misses the next one finds. */
const LOOK_BACK_MS = 26 * 60 * 60_000
/** And from the last run when that was longer ago, at most so far: the shop was off, or the gateway did not answer. */
const MOST_LOOK_BACK_MS = 90 * DAY_MS
const ROUND = 'look-back'
const PAGE = 100
/** 50,000 entries of a list: more than a shop has in an hour, and what a run can read before it expires. */
const MOST_PAGES = 500

/** The gateway's own lists, every hour: what happened there though its event was lost, or there never was one. */
export function lookBackJob(ctx: Context): Job {
  return {
    ...{ name: ROUND, schedule: '41 * * * *', retries: 0, expireInSeconds: 1_800 },
    run: async () => {
      try {
        await lookBack(ctx)
      } catch (error) {
        if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
        ctx.log.warn({ err: error }, 'the gateway did not list its payments and refunds, the next run does')
      }
    },
  }
}

/**
 * Has every order asked about of which a capture, a refund or how a dispute stands is not known here, and those with a dispute that has not
 * ended; money for an order that is not here is told of. Answers how many there were to see.
 */
export async function lookBack(ctx: Context): Promise<number> {
  const began = ctx.now()
  const last = await findRound(ctx.db, ROUND)
  const since = Math.min(began.getTime(), last ? Date.parse(last) : began.getTime()) - LOOK_BACK_MS
  const from = new Date(Math.max(since, began.getTime() - MOST_LOOK_BACK_MS))
  const refunds = await eachPage(ctx, async (skip) => {
    const { refunds, listed } = await ctx.payments.listRefunds({ from, skip })
    for (const { id, status, paymentId, orderId: reference } of refunds)
      if (!(await isRefundKnown(ctx.db, id, status))) await ask(ctx, { reference, paymentId })
    return listed
  })
  const payments = await eachPage(ctx, async (skip) => {
    const { payments, listed } = await ctx.payments.listPayments({ from, skip })
    for (const { id, captured, gatewayOrderId, orderId: reference, description } of payments) {
      if (!captured || (await isCaptureKnown(ctx.db, id))) continue
      await ask(ctx, { reference, paymentId: id, gatewayOrderId, description })
    }
    return listed
  })
  const disputes = await lookAtDisputes(ctx, from)
  await noteRound(ctx.db, ROUND, began.toISOString())
  return refunds + payments + disputes
}

/** The list of disputes is read from the newest to those made before `from`; older ones are known, and are asked about while they last. */
async function lookAtDisputes(ctx: Context, from: Date): Promise<number> {
  const seen = await eachPage(ctx, async (skip) => {
    const { disputes, listed } = await ctx.payments.listDisputes({ skip })
    for (const dispute of disputes)
      if (!(await isDisputeKnown(ctx.db, dispute)))
        await ask(ctx, await namedByDispute(ctx, { disputeId: dispute.id, paymentId: dispute.paymentId }))
    return disputes.some(({ createdAt }) => createdAt && createdAt < from) ? 0 : listed
  })
  for (const order_id of await findDisputedOrders(ctx.db))
    await ctx.db.transaction((trx) => askAboutOrder(ctx, trx, { order_id }))
  return seen
}

/** A dispute names its payment alone. Where that is not known here, what the gateway says of it leads to the order. */
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

async function ask(ctx: Context, named: Named): Promise<void> {
  const order = await findNamedOrder(ctx.db, named)
  await ctx.db.transaction((trx) =>
    order ? askAboutOrder(ctx, trx, order, named) : tellOfMoneyForNobody(ctx, trx, named),
  )
}
