import type { Context } from '../context.ts'
import { askAboutOrder, findNamedOrder, type Named, tellOfMoneyForNobody } from '../orders/ask-about-order.ts'
import { isRefundKnown } from '../orders/refunds/refunds.queries.ts'
import { isCaptureKnown } from '../orders/settlement/payments.queries.ts'
import { GatewayError, GatewayNotConfiguredError } from '../payments/razorpay.ts'
import type { Job } from '../queue/queue.ts'
import { findRound, noteRound } from './rounds.queries.ts'

/** The lists reach back so far, more than a day's runs: what one run misses the next one finds. */
const LOOK_BACK_MS = 26 * 60 * 60_000
/** And from the last run when that was longer ago, at most so far: the shop was off, or the gateway did not answer. */
const MOST_LOOK_BACK_MS = 90 * 24 * 60 * 60_000
const ROUND = 'look-back'
const PAGE = 100
const MOST_PAGES = 20

/** The gateway's own lists, every hour: what happened there though its event was lost, or there never was one. */
export function lookBackJob(ctx: Context): Job {
  return {
    ...{ name: ROUND, schedule: '41 * * * *', retries: 0, expireInSeconds: 300 },
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

/** Has every order asked about of which a capture or refund is not known here; money for an order that is not here is told of. Answers how many there were to see. */
export async function lookBack(ctx: Context): Promise<number> {
  const began = ctx.now()
  const last = await findRound(ctx.db, ROUND)
  const since = Math.min(began.getTime(), last ? Date.parse(last) : began.getTime()) - LOOK_BACK_MS
  const from = new Date(Math.max(since, began.getTime() - MOST_LOOK_BACK_MS))
  const refunds = await eachPage(async (skip) => {
    const { refunds, listed } = await ctx.payments.listRefunds({ from, skip })
    for (const { id, status, paymentId, orderId: reference } of refunds)
      if (!(await isRefundKnown(ctx.db, id, status))) await ask(ctx, { reference, paymentId })
    return listed
  })
  const payments = await eachPage(async (skip) => {
    const { payments, listed } = await ctx.payments.listPayments({ from, skip })
    for (const { id, captured, gatewayOrderId, orderId: reference, description } of payments) {
      if (!captured || (await isCaptureKnown(ctx.db, id))) continue
      await ask(ctx, { reference, paymentId: id, gatewayOrderId, description })
    }
    return listed
  })
  await noteRound(ctx.db, ROUND, began.toISOString())
  return refunds + payments
}

async function eachPage(look: (skip: number) => Promise<number>): Promise<number> {
  let seen = 0
  for (let page = 0; page < MOST_PAGES; page++) {
    const listed = await look(seen)
    seen += listed
    if (listed < PAGE) break
  }
  return seen
}

async function ask(ctx: Context, named: Named): Promise<void> {
  const order = await findNamedOrder(ctx.db, named)
  await ctx.db.transaction((trx) => (order ? askAboutOrder(ctx, trx, order) : tellOfMoneyForNobody(ctx, trx, named)))
}
