import { z } from 'zod'
import type { Context } from '../../context.ts'
import { forgetCopies } from '../../courses/stamps/copies-folder.ts'
import type { Job } from '../../platform/queue/queue.ts'

const Payload = z.object({ user_id: z.number() })

/** Removes the PDFs that carry the mail of a student whose account is deleted. */
export function forgetStampedCopiesJob(ctx: Context): Job {
  return {
    name: 'forget-stamped-copies',
    run: (payload) => forgetCopies(ctx, Payload.parse(payload).user_id),
  }
}
