import { calls } from '../../context.ts'
import { environmentChanged } from '../moments/moments.ts'
import { gatewayState, saveGatewayKeys, setWebhookSecret, shownKeys, testGatewayKeys } from './gateway.service.ts'

export const gatewayHandlers = {
  add: calls.gateway.add.handler(async ({ input: { query, body }, context }) => {
    await saveGatewayKeys(context.ctx, {
      api_key: body?.api_key ?? query?.api_key ?? null,
      api_secret: body?.api_secret ?? query?.api_secret ?? null,
      webhook_secret: body?.webhook_secret ?? query?.webhook_secret ?? null,
    })
    await environmentChanged(context.ctx)
    return { message: 'Payment gateway configuration updated successfully' }
  }),

  setWebhookSecret: calls.gateway.setWebhookSecret.handler(async ({ input, context }) => {
    await setWebhookSecret(context.ctx, input.body.webhook_secret)
    return { message: 'Webhook secret saved' }
  }),

  state: calls.gateway.state.handler(({ context }) => gatewayState(context.ctx)),

  test: calls.gateway.test.handler(async ({ context }) => {
    const answer = await testGatewayKeys(context.ctx)
    if (answer.verified) await environmentChanged(context.ctx)
    return answer
  }),

  get: calls.gateway.get.handler(({ context }) => {
    context.setHeader('Cache-Control', 'no-store')
    return shownKeys(context.ctx)
  }),
}
