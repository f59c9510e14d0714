import { rupeesOrNull, toPaise } from 'contract/money'
import { type Context, calls, type Db, requireAdmin } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { changedFields, noteChange } from '../../../shop/activity/note-change.ts'
import { countRefunders } from '../../../shop/auth/admins.queries.ts'
import { findRefundLimit, saveRefundLimit } from '../../../shop/settings/settings.queries.ts'
import { approveRefund, declineRefund } from './decide-request.ts'
import { issueNote } from './issue-note.ts'

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

async function readRefundLimit(db: Db) {
  const limit = await findRefundLimit(db, { lock: false })
  return { limit: rupeesOrNull(limit), approvers: await countRefunders(db) }
}

/** Changes the limit in rupees; null for none. Open requests go on waiting. */
async function changeRefundLimit(ctx: Pick<Context, 'db'>, limit: number | null) {
  return ctx.db.transaction(async (trx) => {
    const before = { refund_limit: rupeesOrNull(await findRefundLimit(trx, { lock: true })) }
    if (limit !== null && (await countRefunders(trx)) < 2) {
      const message = 'You are the only one who may refund. Add another owner or a finance admin first.'
      throw plainError('invalid', message, { errors: [{ path: 'limit', message }] })
    }
    await saveRefundLimit(trx, limit === null ? null : toPaise(limit))
    const changed = changedFields<{ refund_limit: number | null }>(before, { refund_limit: limit })
    await noteChange(trx, { kind: 'settings', id: 'refund_limit', name: 'Refund limit', ...changed })
    return readRefundLimit(trx)
  })
}
