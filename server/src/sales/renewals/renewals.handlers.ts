import { calls, requireUser } from '../../context.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { renew, showRenewal } from './renewals.service.ts'

export const renewalsHandlers = {
  get: calls.renewals.get.handler(({ input, context }) =>
    showRenewal(context.ctx, requireUser(context), input.course_id),
  ),

  renew: calls.renewals.renew.handler(({ input, context }) =>
    renew(context.ctx, requireUser(context), {
      courseId: input.course_id,
      expectedTotal: input.expected_total,
      state: input.billing_state,
      language: placeOf(context).language,
    }),
  ),
}
