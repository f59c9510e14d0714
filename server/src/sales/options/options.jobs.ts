import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { followBase } from './options.service.ts'

const Payload = z.object({ order_id: z.string() })

/** Has upgrades follow the refunds of the purchase that they extend. */
export function followBaseJob(ctx: Context): Job {
  return {
    name: 'follow-base',
    run: (payload) => followBase(ctx, Payload.parse(payload).order_id),
  }
}
