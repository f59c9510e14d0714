import { rupeesOrNull, toPaise } from 'contract/money'
import { calls, requireAdmin } from '../../../context.ts'
import { invalidField } from '../../../errors.ts'
import { countRefunders } from '../../../shop/auth/admins.queries.ts'
import { setting } from '../../../shop/settings/setting.ts'
import { findRefundLimit, saveRefundLimit } from '../../../shop/settings/settings.queries.ts'
import { approveRefund, declineRefund } from './decide-request.ts'
import { issueNote } from './issue-note.ts'

export const refundRequestHandlers = {
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

/** The limit in rupees, null for none. Open requests wait on when it changes. */
export const refundLimit = setting({
  calls: [calls.orders.refundLimit, calls.orders.setRefundLimit],
  entry: { id: 'refund_limit', name: 'Refund limit' },
  find: async (db, how) => ({
    limit: rupeesOrNull(await findRefundLimit(db, how)),
    approvers: await countRefunders(db),
  }),
  store: async (trx, { limit }, { before }) => {
    if (limit !== null && before.approvers < 2) {
      const message = 'You are the only one who may refund. Add another owner or a finance admin first.'
      throw invalidField('limit', message)
    }
    await saveRefundLimit(trx, limit === null ? null : toPaise(limit))
  },
  noted: ({ limit }) => ({ refund_limit: limit }),
  answer: (refund_limit) => ({ message: 'Refund limit saved', refund_limit }),
})
