import type { Mutation } from './mutation.ts'

const page = 'server/src/sales/orders/pay-page'
const test = `${page}/pay-page-http.test.ts`

/** Faults in the pay page and in the closing of overlapping links. */
export const payPageMutations: readonly Mutation[] = [
  {
    file: 'server/src/platform/payments/signatures.ts',
    find: "return timingSafeEqual(Buffer.from(signCheckout(fields, fields.keySecret), 'hex'), input)",
    replace: 'return true',
    test,
    named: 'a wrong signature',
  },
  {
    file: 'server/src/sales/orders/settlement/read-truth.ts',
    find: '(ctx, order, link), order.page_order_id]',
    replace: '(ctx, order, link), null]',
    test,
    named: 'a closed browser',
  },
  {
    file: 'server/src/sales/orders/checkout/pay-address.ts',
    find: 'isSameSecret(mark, markOf(config, orderId))',
    replace: 'true',
    test,
    named: 'only the address',
  },
  {
    file: `${page}/pay-sheet.ts`,
    find: 'order?.user_id !== user.id',
    replace: '!order',
    test,
    named: 'another buyer',
  },
  {
    file: `${page}/pay-sheet.ts`,
    find: 'const status = await pollWhenDue(ctx, order)',
    replace: 'const status = order.status',
    test,
    named: 'paid by its link opens no sheet',
  },
  {
    file: 'server/src/platform/payments/razorpay-orders.ts',
    find: 'unique_receipt: true',
    replace: 'unique_receipt: false',
    test,
    named: 'a lost answer',
  },
  {
    file: 'server/src/sales/orders/settlement/mark-paid.ts',
    find: 'order.page_order_id !== null || ',
    replace: '',
    test,
    named: 'counts once the gateway says so',
  },
  {
    file: 'server/src/serve/pages/pay-page/pay-page.ts',
    find: ', ...UPI_SCHEMES]',
    replace: ']',
    test,
    named: 'the policy of the pay page',
  },
  {
    file: 'server/src/sales/orders/checkout/supersede.ts',
    find: "if (!(error instanceof GatewayError) || !['refused', 'not_found'].includes(error.kind)) throw error",
    replace: 'throw error',
    test: 'server/src/sales/orders/checkout/overlap.test.ts',
    named: 'between the question',
  },
  {
    file: 'server/src/sales/orders/settlement/overlap.queries.ts',
    find: 'where l.order_id = o.order_id',
    replace: 'where true',
    test: 'server/src/sales/orders/checkout/overlap.test.ts',
    named: 'and no other',
  },
]
