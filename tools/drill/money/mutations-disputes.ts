import type { Mutation } from './mutation.ts'

const orders = 'server/src/sales/orders'
const test = `${orders}/settlement/disputes.test.ts`

/** Faults in what a dispute does to the money of an order. */
export const disputeMutations: readonly Mutation[] = [
  {
    file: `${orders}/settlement/settle-disputes.ts`,
    find: 'if (refund.amount_paise > room)',
    replace: 'if (room < 0)',
    test,
    named: 'is dropped when the money is lost',
  },
  {
    file: `${orders}/settlement/settle-disputes.ts`,
    find: 'const lost = deductedPaise ?? amountPaise',
    replace: 'const lost = amountPaise',
    test,
    named: 'a part that is lost',
  },
  {
    file: `${orders}/settlement/settle-disputes.ts`,
    find: ' || !sameDate)',
    replace: ')',
    test,
    named: 'one letter for each time',
  },
  {
    file: `${orders}/settlement/settle-disputes.ts`,
    find: 'open: undefined,',
    replace: 'open: bookLoss,',
    test,
    named: 'the bank holds while a dispute is open',
  },
  {
    file: `${orders}/settlement/settle-disputes.ts`,
    find: 'under_review: undefined }',
    replace: 'under_review: bookLoss }',
    test,
    named: 'the bank holds while a dispute is open',
  },
  {
    file: `${orders}/refunds/held-by-dispute.ts`,
    find: '&& !hasEnded(one)',
    replace: "&& one.status === 'open'",
    test,
    named: 'nothing goes back while it is open',
  },
  {
    file: `${orders}/refunds/send-refund.ts`,
    find: 'if ((await findDisputedPayments(ctx.db, refund.order_id)).includes(refund.payment_id)) return',
    replace: '',
    test,
    named: 'waits on while the payment is in dispute',
  },
  {
    file: 'server/src/platform/payments/razorpay-refunds.ts',
    find: 'if (taken) return taken',
    replace: '',
    test: `${orders}/settlement/truth.test.ts`,
    named: 'between two attempts of one call',
  },
  {
    file: 'server/src/sales/orders/refunds/refunds.ts',
    find: "if (paid_at === null) return 'review'",
    replace: '',
    test: 'server/src/sales/orders/refunds/late-failure.test.ts',
    named: 'in review again',
  },
]
