import type { z } from 'zod'
import type { Payments } from './gateway.ts'
import { refundAnswer, refundListAnswer } from './gateway-answers.ts'
import { type Connection, requireId, requireInteger } from './razorpay-connection.ts'

type Call = <T>(name: string, schema: z.ZodType<T>, send: (connection: Connection) => Promise<unknown>) => Promise<T>

const MOST_LISTED = 100

/** The calls about refunds; `call` bounds, repeats and reads each of them. */
export function refundCalls(
  call: Call,
): Pick<Payments, 'refund' | 'fetchRefund' | 'fetchPaymentRefunds' | 'listRefunds'> {
  return {
    refund: (input) =>
      call('refund', refundAnswer, async ({ transport }) => {
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
    fetchRefund: (refundId) => call('fetchRefund', refundAnswer, ({ sdk }) => sdk.refunds.fetch(requireId(refundId))),
    async fetchPaymentRefunds(paymentId) {
      const answer = await call('fetchPaymentRefunds', refundListAnswer, ({ sdk }) =>
        sdk.payments.fetchMultipleRefund(requireId(paymentId), { count: MOST_LISTED }),
      )
      return answer.refunds
    },
    async listRefunds({ from, skip }) {
      const range = { from: Math.floor(from.getTime() / 1000), skip, count: MOST_LISTED }
      return call('listRefunds', refundListAnswer, ({ sdk }) => sdk.refunds.all(range))
    },
  }
}
