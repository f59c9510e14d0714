import { calls, requireAdmin, requireUser } from '../../../context.ts'
import { declineGuarantee, offerGuarantee, requestGuarantee } from './guarantee.service.ts'

export const guaranteeHandlers = {
  guaranteeOffer: calls.orders.guaranteeOffer.handler(({ input, context }) =>
    offerGuarantee(context.ctx, { userId: requireUser(context).id, orderId: input.order_id }),
  ),

  askGuarantee: calls.orders.askGuarantee.handler(({ input, context }) =>
    requestGuarantee(context.ctx, {
      userId: requireUser(context).id,
      orderId: input.params.order_id,
      reason: input.body.reason,
      courseIds: input.body.course_ids,
    }),
  ),

  declineGuarantee: calls.orders.declineGuarantee.handler(({ input, context }) =>
    declineGuarantee(context.ctx, {
      orderId: input.params.order_id,
      answer: input.body.answer,
      admin: requireAdmin(context),
    }),
  ),
}
