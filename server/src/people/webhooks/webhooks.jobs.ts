import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { MAIL_RETRIES, mailOnce, sendEmail } from '../../shop/mails/mail-once.ts'
import { judgeFailing } from './endpoint-health.ts'
import { findEndpoint, hasActiveEndpoint } from './endpoints.queries.ts'
import { storePassed } from './passed-time.ts'
import { sendDue } from './send-events.ts'
import { webhookEmail } from './webhook-emails.ts'

/** Milliseconds of one run; the next one follows at once. */
const RUN_MS = 50_000

/**
 * Sends events to their addresses. While any is on, a run follows the other; the schedule begins again after a process died, and for a shop
 * without addresses finds nothing. Each instance has at most one.
 */
export function sendWebhooksJob(ctx: Context): Job {
  return {
    name: 'send-webhooks',
    schedule: '* * * * *',
    single: true,
    retries: 0,
    keepSeconds: 3_600,
    run: async (_payload, _jobId, stopping) => {
      if (!(await hasActiveEndpoint(ctx.db))) return
      await storePassed(ctx)
      await judgeFailing(ctx)
      await sendDue(ctx, { forMs: RUN_MS, stopping })
      if (stopping?.aborted || !(await hasActiveEndpoint(ctx.db))) return
      await ctx.queue.send(ctx.db, 'send-webhooks', {}, { singletonKey: 'all' })
    },
  }
}

const Payload = z.object({
  webhook_id: z.string(),
  kind: z.enum(['warning', 'failing', 'gone']),
  to: z.string().optional(),
})

/** Writes to every owner about an address; each gets a job of their own, so that one bad address does not write to the others again. */
export function webhookMailJob(ctx: Context): Job {
  return {
    name: 'webhook-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: async (payload, jobId) => {
      const { webhook_id, kind, to } = Payload.parse(payload)
      const endpoint = await findEndpoint(ctx.db, webhook_id)
      if (!endpoint) return
      if (to === undefined) {
        await ctx.db.transaction(async (trx) => {
          for (const address of await findOwnerAddresses(trx))
            await ctx.queue.send(trx, 'webhook-mail', { webhook_id, kind, to: address })
        })
        return
      }
      await mailOnce(ctx, jobId, async () => {
        const { url, failing_since } = endpoint
        await sendEmail(ctx, { to, receiver: 'shop', language: 'en' }, webhookEmail({ kind, url, failing_since }))
        ctx.log.info({ webhook_id, kind }, 'owner notified of an address of events')
      })
    },
  }
}
