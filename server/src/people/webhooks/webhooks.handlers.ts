import { calls } from '../../context.ts'
import { sampleFields } from './event-samples.ts'
import {
  addEndpoint,
  changeEndpoint,
  readDeliveries,
  readEndpoints,
  removeEndpoint,
  replaceSecret,
  resend,
  retryNow,
  subscribe,
  testEndpoint,
} from './webhooks.service.ts'

export const webhooksHandlers = {
  list: calls.webhooks.list.handler(({ context }) => readEndpoints(context.ctx)),

  add: calls.webhooks.add.handler(({ input: { body }, context }) => addEndpoint(context.ctx, body)),

  change: calls.webhooks.change.handler(({ input: { params, body }, context }) =>
    changeEndpoint(context.ctx, params.webhook_id, body),
  ),

  remove: calls.webhooks.remove.handler(async ({ input: { params }, context }) => {
    await removeEndpoint(context.ctx, params.webhook_id)
    return { message: 'The address is removed' }
  }),

  newSecret: calls.webhooks.newSecret.handler(async ({ input: { params }, context }) => ({
    secret: await replaceSecret(context.ctx, params.webhook_id),
  })),

  test: calls.webhooks.test.handler(({ input: { params, body }, context }) =>
    testEndpoint(context.ctx, params.webhook_id, body.event),
  ),

  deliveries: calls.webhooks.deliveries.handler(async ({ input: { params, query }, context }) => {
    const { rows, total } = await readDeliveries(context.ctx, params.webhook_id, query)
    context.setHeader('X-Total-Count', String(total))
    return rows
  }),

  retry: calls.webhooks.retry.handler(async ({ input: { params }, context }) => {
    await retryNow(context.ctx, params.delivery_id)
    return { message: 'It is sent again now' }
  }),

  resend: calls.webhooks.resend.handler(async ({ input: { params, body }, context }) => {
    const count = await resend(context.ctx, params.webhook_id, body)
    return { count, message: count === 1 ? '1 event is sent again' : `${count} events are sent again` }
  }),
}

export const hooksHandlers = {
  subscribe: calls.hooks.subscribe.handler(async ({ input: { body }, context }) => ({
    id: await subscribe(context.ctx, body.target_url, body.event),
  })),

  unsubscribe: calls.hooks.unsubscribe.handler(async ({ input: { params }, context }) => {
    await removeEndpoint(context.ctx, params.id)
    return { message: 'The subscription has ended' }
  }),

  sample: calls.hooks.sample.handler(({ input: { params }, context }) => [
    sampleFields(params.event, context.ctx.now()),
  ]),
}
