import { z } from 'zod'
import type { Context } from '../../context.ts'
import { ownerAlertLetter } from '../../platform/mail/owner-alert.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findDispute } from '../../sales/disputes/disputes.queries.ts'
import { type AlertRow, findAlert } from '../../sales/orders/alerts.queries.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

const Payload = z.object({ alert_key: z.string(), to: z.string().optional() })

/** Writes to every owner; each gets a job of their own, so that one bad address does not write to the others again. */
export function ownerAlertMailJob(ctx: Context): Job {
  return {
    name: 'owner-alert-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: async (payload) => {
      const { alert_key, to } = Payload.parse(payload)
      const alert = await findAlert(ctx.db, alert_key)
      if (!alert) return
      if (to === undefined) {
        await ctx.db.transaction(async (trx) => {
          for (const address of await findOwnerAddresses(trx)) {
            await ctx.queue.send(trx, 'owner-alert-mail', { alert_key, to: address })
          }
        })
        return
      }
      // Owner and alert name it, not the job: the addressing may run twice.
      await mailOnce(ctx, `${alert_key} ${to}`, async () => {
        const envelope = { to, language: 'en' as const, messageId: `alert.${alert_key}.${to}` }
        const answer_by = await findAnswerBy(ctx, alert)
        await sendLetter(ctx, envelope, (shop) => ownerAlertLetter({ ...alert, answer_by, ...shop }))
        ctx.log.info({ alert_key }, 'owner told')
      })
    },
  }
}

/** Of a dispute: when the gateway wants an answer, as it stands when the letter is written. */
async function findAnswerBy(ctx: Context, { kind, alert_key }: AlertRow): Promise<string | undefined> {
  const respondBy = kind === 'dispute' && (await findDispute(ctx.db, alert_key.split(':')[1] ?? ''))?.respond_by
  return respondBy || undefined
}
