import type { Context } from '../context.ts'
import { findOrderByPayment } from '../orders/orders.queries.ts'
import { claimDueRefunds, findOrderIdOfRefunds, postponeRefund } from '../orders/refunds/refunds.queries.ts'
import { applyRefund } from '../orders/refunds/refunds.ts'
import { sendRefund } from '../orders/refunds/request-refund.ts'
import { watchRefunds } from '../orders/refunds/waiting-refunds.ts'
import { nextPollAt } from '../orders/settlement/polling.ts'
import { GatewayError, GatewayNotConfiguredError } from '../payments/razorpay.ts'
import type { Job } from '../queue/queue.ts'
import { askInRounds } from './gateway-round.ts'
import { findRound, noteRound } from './rounds.queries.ts'

/** The list of refunds reaches back so far, more than two runs: what one run misses the next one finds. */
const LOOK_BACK_MS = 26 * 60 * 60_000
/** And from the last run when that was longer ago, at most so far: the shop was off, or the gateway did not answer. */
const MOST_LOOK_BACK_MS = 90 * 24 * 60 * 60_000
const ROUND = 'list-refunds'
const PAGE = 100
const MOST_PAGES = 20

/** Refunds that have not ended: asked for once more when that was cut off, or asked about. */
export function reconcileRefundsJob(ctx: Context): Job {
  return {
    name: 'reconcile-refunds',
    schedule: '* * * * *',
    retries: 0,
    expireInSeconds: 300,
    run: async () => {
      await watchRefunds(ctx)
      await reconcileRefunds(ctx)
    },
  }
}

/** One round; answers how many refunds were asked about. */
export function reconcileRefunds(ctx: Context): Promise<number> {
  return askInRounds(ctx, {
    claim: (limit) => claimDueRefunds(ctx.db, ctx.now().toISOString(), nextPollAt(ctx, 0), limit),
    async ask({ refund_id, gateway_refund_id, order_id, tries }) {
      if (gateway_refund_id === null) await sendRefund(ctx, refund_id)
      else await applyRefund(ctx, order_id, await ctx.payments.fetchRefund(gateway_refund_id))
      await postponeRefund(ctx.db, refund_id, nextPollAt(ctx, tries))
    },
    async refused({ refund_id, tries }) {
      await postponeRefund(ctx.db, refund_id, nextPollAt(ctx, tries))
    },
  })
}

/** The gateway's own list, every hour: a refund made in its dashboard is found though its webhook was lost. */
export function listRefundsJob(ctx: Context): Job {
  return {
    name: ROUND,
    schedule: '41 * * * *',
    retries: 0,
    expireInSeconds: 300,
    run: async () => {
      try {
        await listRefunds(ctx)
      } catch (error) {
        if (!(error instanceof GatewayError || error instanceof GatewayNotConfiguredError)) throw error
        ctx.log.warn({ err: error }, 'the gateway did not list its refunds, the next run does')
      }
    },
  }
}

/** Books the refunds of the last day, or since a day before the last run, newest first; answers how many there were. */
export async function listRefunds(ctx: Context): Promise<number> {
  const began = ctx.now()
  const last = await findRound(ctx.db, ROUND)
  const since = Math.min(began.getTime(), last ? Date.parse(last) : began.getTime()) - LOOK_BACK_MS
  const from = new Date(Math.max(since, began.getTime() - MOST_LOOK_BACK_MS))
  let seen = 0
  for (let page = 0; page < MOST_PAGES; page++) {
    const { refunds, listed } = await ctx.payments.listRefunds({ from, skip: seen })
    for (const refund of refunds) {
      const orderId = refund.orderId ?? (await findOrderIdOf(ctx, refund.paymentId))
      if (orderId) await applyRefund(ctx, orderId, refund)
    }
    seen += listed
    if (listed < PAGE) break
  }
  await noteRound(ctx.db, ROUND, began.toISOString())
  return seen
}

async function findOrderIdOf(ctx: Context, paymentId: string): Promise<string | undefined> {
  const order = await findOrderByPayment(ctx.db, { payment_id: paymentId })
  return order?.order_id ?? findOrderIdOfRefunds(ctx.db, paymentId)
}
