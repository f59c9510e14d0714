import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { noteRefusal } from '../../shop/auth/admin-login.ts'

const Payload = z.object({
  id: z.number().nullable(),
  at: z.coerce.date(),
  refused: z.string(),
  device: z.string(),
  address: z.string(),
})

/** Writes down that an admin was not let in. */
export function noteRefusedLoginJob(ctx: Context): Job {
  return {
    name: 'note-refused-login',
    retries: 5,
    // It has the address of whoever tried.
    keepSeconds: 60,
    run: (payload) => noteRefusal(ctx, Payload.parse(payload)),
  }
}
