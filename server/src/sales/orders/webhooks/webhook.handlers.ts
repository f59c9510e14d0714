import { calls } from '../../../context.ts'
import { toUnmatchedEvent } from './unmatched-events.ts'
import { listUnmatchedEvents } from './webhook.queries.ts'
import { receiveWebhook } from './webhook.ts'

const UNMATCHED_PAGE = 20

export const webhookHandlers = {
  webhook: calls.orders.webhook.handler(async ({ context }) => {
    await receiveWebhook(context.ctx, {
      rawBody: context.rawBody ?? Buffer.alloc(0),
      signature: context.header('x-razorpay-signature'),
      eventId: context.header('x-razorpay-event-id'),
    })
    return { status: 'ok' as const }
  }),

  unmatchedEvents: calls.orders.unmatchedEvents.handler(async ({ input, context }) => {
    const { limit = UNMATCHED_PAGE, offset = 0 } = input
    const { rows, total } = await listUnmatchedEvents(context.ctx.db, { limit, offset })
    context.setHeader('X-Total-Count', String(total))
    return { events: rows.map(toUnmatchedEvent), total }
  }),
}
