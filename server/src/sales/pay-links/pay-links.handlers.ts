import { calls, requireAdmin } from '../../context.ts'
import { setting } from '../../shop/settings/setting.ts'
import { findSettings, storeSettings } from './pay-links.queries.ts'
import { addLink, cancelLink, priceOfCourses, readBoard, resendLink } from './pay-links.service.ts'

export const payLinkSetting = setting({
  calls: [calls.payLinks.settings, calls.payLinks.saveSettings],
  entry: { id: 'pay_links', name: 'Pay links' },
  find: findSettings,
  store: storeSettings,
  answer: (settings) => ({ message: 'Pay links saved', settings }),
})

export const payLinkHandlers = {
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
