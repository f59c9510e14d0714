import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { sendAdEvents } from './send-ad-events.ts'

const Payload = z.object({ id: z.number() })

/** Tells Meta or Google of a sale; tried for some hours while they are away. */
export function sendAdEventsJob(ctx: Context): Job {
  return {
    name: 'tell-ads',
    mayFail: true,
    retries: 30,
    concurrency: 4,
    run: async (payload) => sendAdEvents(ctx, Payload.parse(payload).id),
  }
}
