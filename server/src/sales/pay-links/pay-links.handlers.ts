import { calls, requireAdmin } from '../../context.ts'
import { findSettings } from './pay-links.queries.ts'
import { addLink, cancelLink, priceOfCourses, readBoard, resendLink, saveSettings } from './pay-links.service.ts'

export const payLinkHandlers = {
  settings: calls.payLinks.settings.handler(({ context }) => findSettings(context.ctx.db)),

  saveSettings: calls.payLinks.saveSettings.handler(async ({ input, context }) => ({
    message: 'Pay links saved',
    settings: await saveSettings(context.ctx, input),
  })),

  list: calls.payLinks.list.handler(({ input, context }) => readBoard(context.ctx, input)),

  price: calls.payLinks.price.handler(({ input, context }) =>
    priceOfCourses(context.ctx, input.course_ids.split(',').filter(Boolean)),
  ),

  add: calls.payLinks.add.handler(({ input, context }) => addLink(context.ctx, requireAdmin(context), input.body)),

  resend: calls.payLinks.resend.handler(({ input, context }) =>
    resendLink(context.ctx, input.params.pay_link_id, input.body.way),
  ),

  cancel: calls.payLinks.cancel.handler(({ input, context }) => cancelLink(context.ctx, input.params.pay_link_id)),
}
