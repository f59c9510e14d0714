import type { z } from 'zod'
import { GatewayError, isUnanswered, type ListRange, type Payments } from './gateway.ts'
import {
  disputeAnswer,
  disputeListAnswer,
  paymentListAnswer,
  refundAnswer,
  refundListAnswer,
} from './gateway-answers.ts'
import { type Connection, readById, requireId, requireInteger } from './razorpay-connection.ts'

type Call = <T>(
  name: string,
  schema: z.ZodType<T>,
  send: (connection: Connection, before: GatewayError | undefined) => Promise<unknown>,
) => Promise<T>

const MOST_LISTED = 100

const pageOf = ({ from, skip }: ListRange) => ({ from: Math.floor(from.getTime() / 1000), skip, count: MOST_LISTED })

async function findTaken(sdk: Connection['sdk'], paymentId: string, refundId: string | undefined): Promise<unknown> {
  const { items } = await sdk.payments.fetchMultipleRefund(requireId(paymentId), { count: MOST_LISTED })
  // Empty notes arrive as a list.
  return items.find(({ notes }) => notes && 'refund_id' in notes && notes.refund_id === refundId)
}

/** Builds the calls about refunds and disputes, and the account's lists; `call` bounds, retries and parses each. */
export function refundCalls(
  call: Call,
): Pick<Payments, 'refund' | 'fetchPaymentRefunds' | 'listPayments' | 'listRefunds' | 'fetchDispute' | 'listDisputes'> {
  return {
    refund: (input) =>
      call('refund', refundAnswer, async ({ sdk, transport }, before) => {
        // The lost answer may have been a yes, and the lifetime of idempotency keys is undocumented.
        const taken =
          (before || input.mayBeMade) && input.notes
            ? await findTaken(sdk, input.paymentId, input.notes.refund_id)
            : undefined
        if (taken) return taken
        // The unanswered request may still run: read again, never send a second one.
        if (input.notes && before && isUnanswered(before))
          throw new GatewayError('unreachable', 'The gateway has not answered whether it makes the refund')
        const body = {
          ...(input.amountPaise === undefined ? {} : { amount: requireInteger(input.amountPaise) }),
          speed: 'normal',
          notes: input.notes ?? {},
          ...(input.notes ? { receipt: input.notes.refund_id } : {}),
        }
        // The SDK's own function takes no headers.
        const headers = { 'X-Refund-Idempotency': input.idempotencyKey }
        return (await transport.post(`/v1/payments/${requireId(input.paymentId)}/refund`, body, { headers })).data
      }),
    async fetchPaymentRefunds(paymentId) {
      const answer = await call('fetchPaymentRefunds', refundListAnswer, ({ sdk }) =>
        sdk.payments.fetchMultipleRefund(requireId(paymentId), { count: MOST_LISTED }),
      )
      return answer.refunds
    },
    listPayments: (range) => call('listPayments', paymentListAnswer, ({ sdk }) => sdk.payments.all(pageOf(range))),
    listRefunds: (range) => call('listRefunds', refundListAnswer, ({ sdk }) => sdk.refunds.all(pageOf(range))),
    fetchDispute: (disputeId) =>
      readById(call('fetchDispute', disputeAnswer, ({ sdk }) => sdk.disputes.fetch(requireId(disputeId)))),
    listDisputes: ({ skip }) =>
      call('listDisputes', disputeListAnswer, ({ sdk }) => sdk.disputes.all({ skip, count: MOST_LISTED })),
  }
}
