import { z } from 'zod'
import type { Context } from '../../context.ts'
import { GatewayError, GatewayNotConfiguredError } from '../../platform/payments/razorpay.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { closeLinks } from '../../sales/orders/checkout/close-links.ts'
import { findOrder, isStillPaid } from '../../sales/orders/orders.queries.ts'
import { findSilence } from '../../sales/orders/polling.queries.ts'
import { reconcileOrder } from '../../sales/orders/settlement/reconcile-order.ts'
import { reportUnknownMoney } from '../../sales/orders/unknown-money.ts'
import { payReferralRewards } from '../../sales/referrals/referrals.service.ts'
import { monthBefore, monthOf, readSettlements } from '../../sales/settlements/read-settlements.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'

const Payload = z.object({ order_id: z.string() })

/** Asks about one order at once, after an event that named it; many events, one question. */
export function reconcileOrderJob(ctx: Context): Job {
  return {
    name: 'reconcile-order',
    mayFail: true,
    single: true,
    // After an outage thousands wait for a check.
    concurrency: 4,
    retries: 8,
    run: async (payload) => {
      const order = await findOrder(ctx.db, Payload.parse(payload).order_id)
      if (!order || order.total_paise === 0) return
      try {
        await reconcileOrder(ctx, order)
      } catch (error) {
        // A refused call would be refused again: the order's own checks follow with growing gaps.
        if (!(error instanceof GatewayError) || error.retryable) throw error
        ctx.log.warn({ err: error, order_id: order.order_id }, 'the gateway refused to say how an order stands')
      }
    },
  }
}

const Unnamed = z.object({ payment_id: z.string() })

/** Reports a payment of which no event names the order, if the gateway names one of this shop's kind. */
export function namePaymentJob(ctx: Context): Job {
  return {
    name: 'name-payment',
    mayFail: true,
    single: true,
    run: async (payload) => {
      const { payment_id } = Unnamed.parse(payload)
      const { captured, amountPaise, ...of } = await ctx.payments.fetchPayment(payment_id)
      if (!captured) return
      const { orderId: reference, gatewayOrderId, description } = of
      const named = { reference, gatewayOrderId, description, paymentId: payment_id }
      await reportUnknownMoney(ctx, [{ id: payment_id, kind: 'payment', paymentId: payment_id, amountPaise, named }])
    },
  }
}

/** Cancels the links by which somebody could pay once more for what they have, or for an account that is deleted. */
export function closeLinksJob(ctx: Context): Job {
  return {
    name: 'close-links',
    mayFail: true,
    single: true,
    retries: 8,
    run: async (payload) => closeLinks(ctx, Payload.parse(payload).order_id),
  }
}

const HOUR_MS = 60 * 60_000

/** Notifies the owners once when orders are paid and no webhook arrives for an hour: it may be switched off at the gateway. */
export function watchWebhooksJob(ctx: Context): Job {
  return {
    name: 'watch-webhooks',
    schedule: '*/5 * * * *',
    retries: 0,
    run: () => watchWebhooks(ctx),
  }
}

export async function watchWebhooks(ctx: Context): Promise<void> {
  const now = ctx.now().getTime()
  const range = { from: new Date(now - 25 * HOUR_MS).toISOString(), before: new Date(now - HOUR_MS).toISOString() }
  const since = await findSilence(ctx.db, range)
  if (since === undefined) return
  await ctx.db.transaction((trx) => alertOwner(ctx, trx, { kind: 'webhooks_silent', key: since }))
}

/** Reads the last month and the present one every night: without it, what was paid out would count to the next payout. */
export function readSettlementsJob(ctx: Context): Job {
  return {
    name: 'read-settlements',
    schedule: '27 22 * * *',
    retries: 0,
    expireInSeconds: 900,
    run: async () => {
      try {
        await readSettlements(ctx, monthBefore(monthOf(ctx.now())))
      } catch (error) {
        // A new shop has no keys yet, and no lists.
        if (error instanceof GatewayNotConfiguredError) return
        if (!(error instanceof GatewayError)) throw error
        ctx.log.warn({ err: error }, 'the gateway did not list its settlements, the next run asks again')
      }
    },
  }
}

/** Rewards once a day for referred students whose purchase is past the refund window. */
export function referralRewardsJob(ctx: Context): Job {
  return {
    name: 'referral-rewards',
    schedule: '23 21 * * *',
    retries: 3,
    run: async () => {
      await payReferralRewards(ctx, isStillPaid)
    },
  }
}
