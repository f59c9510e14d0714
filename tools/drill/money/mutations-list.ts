import type { Mutation } from './mutation.ts'
import { disputeMutations } from './mutations-disputes.ts'
import { ledgerMutations } from './mutations-ledger.ts'
import { payPageMutations } from './mutations-pay-page.ts'

const orders = 'server/src/sales/orders'

/** Faults in the code that moves money, each a plausible slip. */
export const mutations: readonly Mutation[] = [
  {
    file: 'server/contract/allocate.ts',
    find: 'Math.floor((paise * percent + 50) / 100)',
    replace: 'Math.floor((paise * percent) / 100)',
    ...{ test: 'server/contract/orders/price-cart.test.ts', named: '' },
  },
  {
    file: 'server/contract/orders/price-cart.ts',
    find: 'due > 0 && due < MINIMUM_CHARGE_PAISE',
    replace: 'due > 50 && due < MINIMUM_CHARGE_PAISE',
    ...{ test: 'server/contract/orders/price-cart.test.ts', named: '' },
  },
  {
    file: 'server/contract/orders/price-cart.ts',
    find: "tax?.prices === 'exclusive' ? taxPaise : 0",
    replace: '0',
    ...{ test: 'server/contract/orders/price-cart.test.ts', named: '' },
  },
  {
    file: 'server/src/platform/payments/signatures.ts',
    find: 'if (timingSafeEqual(expected, given)) matches = true',
    replace: 'matches = true',
    ...{ test: 'server/src/platform/payments/signatures.test.ts', named: '' },
  },
  {
    file: `${orders}/webhooks/webhook.ts`,
    find: 'if (!verifyWebhook(rawBody, signature, await ctx.keyring.webhookSecrets())) {',
    replace: 'if (!signature) {',
    ...{ test: `${orders}/webhooks/webhook.test.ts`, named: 'none, wrong, short' },
  },
  {
    file: `${orders}/webhooks/webhook.ts`,
    find: 'await askAboutOrder(ctx, trx, order, named)',
    replace: '',
    ...{ test: `${orders}/webhooks/webhook.test.ts`, named: 'three events' },
  },
  {
    file: `${orders}/settlement/settle.ts`,
    find: "currency === 'INR' && amountPaise === order.total_paise",
    replace: "currency === 'INR'",
    ...{ test: `${orders}/settlement/settle.test.ts`, named: 'another amount' },
  },
  {
    file: `${orders}/settlement/settle.ts`,
    find: "currency === 'INR' && amountPaise === order.total_paise",
    replace: 'amountPaise === order.total_paise',
    ...{ test: `${orders}/settlement/settle.test.ts`, named: 'another currency' },
  },
  {
    file: 'server/src/platform/payments/gateway-answers.ts',
    find: "payment.status === 'refunded' && payment.captured === true",
    replace: "payment.status === 'refunded'",
    ...{ test: `${orders}/settlement/settle.test.ts`, named: 'sent back without taking it' },
  },
  {
    file: `${orders}/settlement/settle.ts`,
    find: 'agreed && (await isLiving(trx, order.user_id))',
    replace: 'agreed',
    ...{ test: `${orders}/settlement/settle.test.ts`, named: 'a deleted buyer is looked at' },
  },
  {
    file: `${orders}/settlement/read-truth.ts`,
    find: 'link.gatewayOrderId ?? order.gateway_order_id',
    replace: 'null',
    ...{ test: `${orders}/settlement/truth.test.ts`, named: 'finds money for a link whose id never reached us' },
  },
  {
    file: `${orders}/settlement/read-truth.ts`,
    find: 'if (captured) refunds.push(',
    replace: 'if (!captured) refunds.push(',
    ...{ test: `${orders}/refunds/refund.test.ts`, named: 'arrive by list' },
  },
  {
    file: `${orders}/status.ts`,
    find: "['created', ...ENDED_UNPAID]",
    replace: "['created', 'expired', 'cancelled']",
    ...{ test: `${orders}/needs-attention.test.ts`, named: 'late authorisation' },
  },
  {
    file: `${orders}/refunds/owed-back.ts`,
    find: 'inParts ? 0 : amount_paise',
    replace: '0',
    ...{ test: `${orders}/settlement/paid-twice.test.ts`, named: 'captured late beside' },
  },
  {
    file: `${orders}/refunds/owed-back.ts`,
    find: "sum('requested', 'pending', 'processed')",
    replace: "sum('requested', 'processed')",
    ...{ test: `${orders}/settlement/truth.test.ts`, named: 'a pending partial refund by hand' },
  },
  {
    file: `${orders}/refunds/owed-back.ts`,
    find: 'lines.every(({ quantity, owned: credited }, line)',
    replace: 'lines.some(({ quantity, owned: credited }, line)',
    ...{ test: `${orders}/settlement/paid-twice.test.ts`, named: 'C14' },
  },
  {
    file: `${orders}/refunds/give-back.ts`,
    find: 'owed === 0 || (failed && !again)',
    replace: 'owed === 0',
    ...{ test: `${orders}/settlement/paid-twice.test.ts`, named: 'a recheck gives it back' },
  },
  {
    file: `${orders}/settlement/mark-paid.ts`,
    find: 'granted.includes(id) ? [] : id',
    replace: 'id === null ? id : []',
    ...{ test: `${orders}/settlement/paid-twice.test.ts`, named: 'C14' },
  },
  {
    file: `${orders}/settlement/settle.ts`,
    find: 'booked || order.payment_id !== before.payment_id',
    replace: 'false',
    ...{ test: `${orders}/refunds/refund.test.ts`, named: 'heard of before the payment' },
  },
  {
    file: `${orders}/refunds/refunds.ts`,
    find: "(status === known.status || status === 'pending')",
    replace: 'status === known.status',
    ...{ test: `${orders}/refunds/refund.test.ts`, named: 'pending keeps the course' },
  },
  {
    file: `${orders}/refunds/refunds.ts`,
    find: 'const full = back >= ',
    replace: 'const full = back > ',
    ...{ test: `${orders}/refunds/refund.test.ts`, named: 'a full refund takes the course' },
  },
  {
    file: `${orders}/refunds/refunds.ts`,
    find: "if (status === 'failed') await tellOfFailure(ctx, trx, row)",
    replace: '',
    ...{ test: `${orders}/refunds/refund.test.ts`, named: 'failed keeps the course' },
  },
  {
    file: 'server/src/sales/gifts/gifts.queries.ts',
    find: "codes.whereNull('redeemed_at')",
    replace: 'codes',
    ...{ test: `${orders}/refunds/refund.test.ts`, named: 'the choice "keep"' },
  },
  {
    file: 'server/src/platform/payments/razorpay-refunds.ts',
    find: "'X-Refund-Idempotency': input.idempotencyKey",
    replace: "'X-Refund-Idempotency': input.idempotencyKey + Math.floor(performance.now())",
    ...{ test: 'server/src/platform/payments/razorpay.test.ts', named: 'C14: refunds once under one key' },
  },
  {
    file: `${orders}/settlement/read-truth.ts`,
    find: 'for (const { id, captured } of payments) if (captured)',
    replace: 'for (const { id, captured, amountRefundedPaise } of payments) if (captured && amountRefundedPaise > 0)',
    ...{ test: `${orders}/settlement/truth.test.ts`, named: 'fails after it was processed' },
  },
  {
    file: `${orders}/refunds/refunds.queries.ts`,
    find: 'if (refund.ownId)',
    replace: 'if (!refund.ownId)',
    ...{ test: `${orders}/settlement/truth.test.ts`, named: 'found by its note' },
  },
  {
    file: `${orders}/attention.queries.ts`,
    find: 'back.later < f.amount_paise',
    replace: 'back.later = 0',
    ...{ test: `${orders}/attention.test.ts`, named: 'made up for in sum' },
  },
  {
    file: `${orders}/attention.queries.ts`,
    find: 'created_at >= f.created_at and refund_id <> f.refund_id and not (',
    replace: 'not (',
    ...{ test: `${orders}/attention.test.ts`, named: 'what went back before' },
  },
  {
    file: 'server/src/serve/jobs/look-back.jobs.ts',
    find: 'await findOtherPayments(ctx.db, payments)',
    replace: '[]',
    ...{ test: `${orders}/settlement/truth.test.ts`, named: 'the hourly check finds' },
  },
  {
    file: `${orders}/refund-requests/decide-refund.ts`,
    find: '(await findGuaranteeDays(db)) * DAY_MS',
    replace: '(await findGuaranteeDays(db)) * DAY_MS * 2',
    ...{ test: `${orders}/refunds/refund.test.ts`, named: 'after day 30' },
  },
  {
    file: `${orders}/settlement/grant-order.ts`,
    find: "status !== 'review' || payment_id === null",
    replace: 'payment_id === undefined',
    ...{ test: `${orders}/needs-attention.test.ts`, named: 'cannot be granted' },
  },
  {
    file: `${orders}/polling.ts`,
    find: '2 * 2 ** polls',
    replace: '2',
    ...{ test: `${orders}/needs-attention.test.ts`, named: 'growing gaps' },
  },
  {
    file: 'server/src/serve/jobs/reconcile-orders.jobs.ts',
    find: 'error.retryAfterMs !== undefined',
    replace: 'error.retryAfterMs === -1',
    ...{ test: `${orders}/needs-attention.test.ts`, named: 'all instances pause' },
  },
  {
    file: `${orders}/checkout/promocode-uses.ts`,
    find: 'own >= code.max_uses_per_buyer',
    replace: 'own > code.max_uses_per_buyer',
    ...{ test: `${orders}/checkout/promocode-uses.test.ts`, named: 'a limit per buyer' },
  },
  {
    file: 'server/src/sales/promocodes/promocodes.queries.ts',
    find: 'paused: false }).forUpdate()',
    replace: 'paused: false })',
    ...{ test: `${orders}/checkout/promocode-uses.test.ts`, named: 'of two purchases with one code' },
  },
  {
    file: 'server/contract/promocode-check.ts',
    find: '|| code.paused ',
    replace: '',
    ...{ test: `${orders}/checkout/promocode-uses.test.ts`, named: 'paused, not begun' },
  },
  {
    file: `${orders}/checkout/checkout.service.ts`,
    find: 'refuseOwned(cart, placed.owned)',
    replace: '',
    ...{ test: `${orders}/checkout/buy.test.ts`, named: 'names the owned course' },
  },
  {
    file: 'server/src/sales/referrals/referrals.service.ts',
    find: 'Math.max(LEAST_DAYS, await findGuaranteeDays(ctx.db))',
    replace: '0',
    ...{ test: 'server/src/sales/referrals/referrals.test.ts', named: 'rewarded once, after the refund window' },
  },
  {
    file: 'server/src/shop/mails/mail-once.ts',
    find: "if (taken === 'sent') return",
    replace: '',
    ...{ test: 'server/src/shop/mails/mail-once.test.ts', named: 'F14' },
  },
  ...ledgerMutations,
  ...payPageMutations,
  ...disputeMutations,
]
