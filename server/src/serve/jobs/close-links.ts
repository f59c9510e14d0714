import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { closeLinks } from '../../sales/orders/checkout/close-links.ts'

const Payload = z.object({ order_id: z.string() })

/** Cancels the links by which somebody could pay once more for what they have, or for an account that is deleted. */
export function closeLinksJob(ctx: Context): Job {
  return {
    name: 'close-links',
    mayFail: true,
    single: true,
    retries: 8,
    run: async (payload) => closeLinks(ctx, Payload.parse(payload).order_id),
  }
}
