import { calls } from '../../../context.ts'
import { receiveEvent, verifyWebhook } from './webhook.ts'
import { readSettings, readTemplates, saveSettings, testKeys } from './whatsapp.service.ts'

export const whatsappHandlers = {
  get: calls.whatsapp.get.handler(({ context }) => readSettings(context.ctx)),

  save: calls.whatsapp.save.handler(({ input, context }) => saveSettings(context.ctx, input)),

  test: calls.whatsapp.test.handler(({ context }) => testKeys(context.ctx)),

  templates: calls.whatsapp.templates.handler(({ input, context }) =>
    readTemplates(context.ctx, input.refresh !== undefined),
  ),

  verify: calls.whatsapp.verify.handler(async ({ input, context }) => {
    await verifyWebhook(context.ctx, input['hub.verify_token'])
    return Number(input['hub.challenge'])
  }),

  webhook: calls.whatsapp.webhook.handler(async ({ context }) => {
    const signature = context.header('x-hub-signature-256')
    await receiveEvent(context.ctx, { rawBody: context.rawBody ?? Buffer.alloc(0), signature })
    return { message: 'ok' }
  }),
}
