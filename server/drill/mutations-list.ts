import { bookMutations } from './mutations-books.ts'

/** One fault that is planted: `find` stands once in `file`; one of the tests named must turn red. */
export type Mutation = { file: string; find: string; replace: string; test: string; named: string }

const orders = 'server/src/orders'

/** Faults in what moves money, each one that a tired hand could make. */
export const mutations: readonly Mutation[] = [
  {
    file: 'server/contract/shares.ts',
    find: 'Math.floor((paise * percent + 50) / 100)',
    replace: 'Math.floor((paise * percent) / 100)',
    ...{ test: 'server/contract/price-cart.test.ts', named: '' },
  },
  {
    file: 'server/contract/price-cart.ts',
    find: 'due > 0 && due < MINIMUM_CHARGE_PAISE',
    replace: 'due > 50 && due < MINIMUM_CHARGE_PAISE',
    ...{ test: 'server/contract/price-cart.test.ts', named: '' },
  },
  {
    file: 'server/contract/price-cart.ts',
    find: "tax?.prices === 'exclusive' ? taxPaise : 0",
    replace: '0',
    ...{ test: 'server/contract/price-cart.test.ts', named: '' },
  },
  {
    file: 'server/src/payments/signatures.ts',
    find: 'if (timingSafeEqual(expected, given)) matches = true',
    replace: 'matches = true',
    ...{ test: 'server/src/payments/signatures.test.ts', named: '' },
  },
  {
    file: `${orders}/webhook.ts`,
    find: 'if (!verifyWebhook(rawBody, signature, await ctx.keyring.webhookSecrets())) {',
    replace: 'if (!signature) {',
    ...{ test: `${orders}/webhook.test.ts`, named: 'none, wrong, short' },
  },
  {
    file: `${orders}/settle.ts`,
    find: "word.currency === 'INR' && word.amountPaidPaise === order.total_paise",
    replace: "word.currency === 'INR'",
    ...{ test: `${orders}/settle.test.ts`, named: 'another amount' },
  },
  {
    file: `${orders}/settle.ts`,
    find: "word.currency === 'INR' && word.amountPaidPaise === order.total_paise",
    replace: 'word.amountPaidPaise === order.total_paise',
    ...{ test: `${orders}/settle.test.ts`, named: 'another currency' },
  },
  {
    file: `${orders}/settle.ts`,
    find: 'order.gateway_link_id !== null && order.gateway_link_id !== word.linkId',
    replace: 'order.gateway_link_id === null',
    ...{ test: `${orders}/settle.test.ts`, named: 'the link of another order' },
  },
  {
    file: `${orders}/settle.ts`,
    find: 'asAgreed && (await hasLivingBuyer(trx, order))',
    replace: 'asAgreed',
    ...{ test: `${orders}/settle.test.ts`, named: 'a deleted buyer is looked at' },
  },
  {
    file: `${orders}/settle.ts`,
    find: "['created', 'failed', 'expired', 'cancelled']",
    replace: "['created', 'failed']",
    ...{ test: `${orders}/desk.test.ts`, named: 'late authorisation' },
  },
  {
    file: `${orders}/settle.ts`,
    find: 'if (paymentId === order.payment_id) continue',
    replace: 'continue',
    ...{ test: `${orders}/paid-twice.test.ts`, named: 'captured late beside' },
  },
  {
    file: `${orders}/mark-paid.ts`,
    find: 'await giveBackOwned(ctx, trx, order, lines, granted)',
    replace: 'await giveBackOwned(ctx, trx, order, lines, courseIds)',
    ...{ test: `${orders}/paid-twice.test.ts`, named: 'C14' },
  },
  {
    file: `${orders}/mark-paid.ts`,
    find: 'paise: nothingNew ? captured : Math.min(seats, captured)',
    replace: 'paise: captured',
    ...{ test: `${orders}/paid-twice.test.ts`, named: 'C14' },
  },
  {
    file: `${orders}/mark-paid.ts`,
    find: 'await applyRefundEffects(ctx, trx, order)',
    replace: '',
    ...{ test: `${orders}/refund.test.ts`, named: 'heard of before the payment' },
  },
  {
    file: `${orders}/refunds.ts`,
    find: 'RANK[refund.status] <= RANK[known.status]',
    replace: 'refund.status === known.status',
    ...{ test: `${orders}/refund.test.ts`, named: 'pending keeps the course' },
  },
  {
    file: `${orders}/refunds.ts`,
    find: 'const full = processed >= ',
    replace: 'const full = processed > ',
    ...{ test: `${orders}/refund.test.ts`, named: 'a full refund takes the course' },
  },
  {
    file: `${orders}/refunds.ts`,
    find: "if (booked.status === 'failed') await markFailed(ctx, trx, order, booked)",
    replace: '',
    ...{ test: `${orders}/refund.test.ts`, named: 'failed keeps the course' },
  },
  {
    file: `${orders}/refunds.queries.ts`,
    find: ".whereNull('redeemed_at')",
    replace: '',
    ...{ test: `${orders}/refund.test.ts`, named: 'keep: the rest goes back' },
  },
  {
    file: `${orders}/request-refund.ts`,
    find: '(order.captured_paise ?? order.total_paise) - held',
    replace: '(order.captured_paise ?? order.total_paise) - held * 0',
    ...{ test: `${orders}/refund.test.ts`, named: 'pending keeps the course' },
  },
  {
    file: `${orders}/request-refund.ts`,
    find: 'idempotencyKey: refundId,',
    replace: "idempotencyKey: refundId + '_' + ctx.now().getTime(),",
    ...{ test: `${orders}/refund.test.ts`, named: 'the answer is lost' },
  },
  {
    file: `${orders}/request-refund.ts`,
    find: 'PROMISE_DAYS * DAY_MS',
    replace: 'PROMISE_DAYS * DAY_MS * 2',
    ...{ test: `${orders}/refund.test.ts`, named: 'after day 30' },
  },
  {
    file: `${orders}/grant-order.ts`,
    find: "order.status !== 'review' || order.payment_id === null",
    replace: 'order.payment_id === undefined',
    ...{ test: `${orders}/desk.test.ts`, named: 'cannot be granted' },
  },
  {
    file: `${orders}/asking.ts`,
    find: '2 * MINUTE * 2 ** asks',
    replace: '2 * MINUTE',
    ...{ test: `${orders}/desk.test.ts`, named: 'growing gaps' },
  },
  {
    file: 'server/src/jobs/gateway-round.ts',
    find: 'await pauseAfter(ctx, error)',
    replace: '',
    ...{ test: `${orders}/desk.test.ts`, named: 'leaves the gateway alone' },
  },
  {
    file: `${orders}/promocode-uses.ts`,
    find: 'own >= code.max_uses_per_buyer',
    replace: 'own > code.max_uses_per_buyer',
    ...{ test: `${orders}/promocode-uses.test.ts`, named: 'a limit per buyer' },
  },
  {
    file: `${orders}/promocode-uses.ts`,
    find: 'paused: false }).forUpdate()',
    replace: 'paused: false })',
    ...{ test: `${orders}/promocode-uses.test.ts`, named: 'of two purchases with one code' },
  },
  {
    file: 'server/src/promocodes/promocodes.service.ts',
    find: 'return !paused && ',
    replace: 'return ',
    ...{ test: `${orders}/promocode-uses.test.ts`, named: 'paused, not begun' },
  },
  {
    file: `${orders}/orders.service.ts`,
    find: 'refuseOwned(cart, placed.owned)',
    replace: '',
    ...{ test: `${orders}/buy.test.ts`, named: 'what is owned is named' },
  },
  {
    file: `${orders}/referrals.ts`,
    find: 'const REFUND_DAYS = 30',
    replace: 'const REFUND_DAYS = 0',
    ...{ test: `${orders}/referrals.test.ts`, named: 'rewarded once, after the refund window' },
  },
  {
    file: 'server/src/jobs/mail-once.ts',
    find: "if (taken === 'sent') return",
    replace: '',
    ...{ test: 'server/src/jobs/mail-once.test.ts', named: 'F14' },
  },
  {
    file: 'server/src/users/coins.queries.ts',
    find: 'and coins + cast(:change as bigint) >= 0',
    replace: '',
    ...{ test: 'server/src/users/users.test.ts', named: 'K6' },
  },
  ...bookMutations,
]
