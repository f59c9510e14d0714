import { calls, requireAdmin } from '../../../context.ts'
import { approveRefund, declineRefund } from './decide-request.ts'
import { issueNote } from './issue-note.ts'
import { changeRefundLimit, readRefundLimit } from './refund-limit.ts'

export const refundRequestHandlers = {
  refundLimit: calls.orders.refundLimit.handler(({ context }) => readRefundLimit(context.ctx.db)),

  setRefundLimit: calls.orders.setRefundLimit.handler(async ({ input, context }) => ({
    message: 'Refund limit saved',
    refund_limit: await changeRefundLimit(context.ctx, input.limit),
  })),

  approveRefund: calls.orders.approveRefund.handler(async ({ input, context }) => {
    const requestId = input.params.request_id
    const { order_id, ...refund } = await approveRefund(context.ctx, { requestId, admin: requireAdmin(context) })
    if (refund.status === 'processed') await issueNote(context.ctx, order_id)
    return refund
  }),

  declineRefund: calls.orders.declineRefund.handler(async ({ input, context }) => {
    const requestId = input.params.request_id
    await declineRefund(context.ctx, { requestId, answer: input.body.answer, admin: requireAdmin(context) })
    return { message: 'Refund declined' }
  }),
}
