import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findAnswer, findSenderLanguage, findTicket } from '../../people/tickets/tickets.queries.ts'
import {
  ownerAlertEmail,
  ticketAnswerEmail,
  ticketOpenedEmail,
  ticketReceivedEmail,
} from '../../platform/mail/shop-emails.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findDispute } from '../../sales/disputes/disputes.queries.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { type AlertRow, findAlert } from '../../shop/mails/alerts.queries.ts'
import { MAIL_RETRIES, mailOnce, oneMail, sendEmail } from '../../shop/mails/mail-once.ts'
import { findBroken } from './broken.queries.ts'

const Opened = z.object({ ticket_no: z.string(), owner: z.string().optional(), sender: z.literal(true).optional() })

/** Writes to every owner and to the sender; each gets a job of their own, so that one bad address writes nobody twice. */
export function ticketMailJob(ctx: Context): Job {
  return {
    name: 'ticket-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: async (payload, jobId) => {
      const { ticket_no, owner, sender } = Opened.parse(payload)
      const ticket = await findTicket(ctx.db, ticket_no)
      if (!ticket) return
      if (!owner && !sender) {
        await ctx.db.transaction(async (trx) => {
          await ctx.queue.send(trx, 'ticket-mail', { ticket_no, sender: true })
          for (const address of await findOwnerAddresses(trx)) {
            await ctx.queue.send(trx, 'ticket-mail', { ticket_no, owner: address })
          }
        })
        return
      }
      await mailOnce(ctx, jobId, async () => {
        const { message, name, email, subject } = ticket
        const language = owner ? 'en' : await findSenderLanguage(ctx.db, ticket_no)
        await sendEmail(ctx, { to: owner ?? email, receiver: owner ? 'shop' : 'counted', language }, (shop) =>
          owner
            ? ticketOpenedEmail({ ticketNo: ticket_no, name, email, subject, message })(shop)
            : ticketReceivedEmail({ ticketNo: ticket_no })(shop),
        )
        ctx.log.info({ ticket_no }, 'ticket mailed')
      })
    },
  }
}

export const ticketAnswerMailJob = oneMail({
  name: 'ticket-answer-mail',
  payload: z.object({ answer_id: z.number() }),
  concurrency: 4,
  async find(ctx, { answer_id }) {
    const answer = await findAnswer(ctx.db, answer_id)
    if (!answer) return undefined
    const { text, ticket_no, email, created_at } = answer
    const written = { ticketNo: ticket_no, writtenAt: new Date(created_at), answer: text }
    return {
      to: email,
      receiver: 'shop',
      language: answer.language,
      letter: ticketAnswerEmail(written),
      about: { ticket_no },
    }
  },
})

const Alert = z.object({ alert_key: z.string(), to: z.string().optional() })

/** Writes to every owner; each gets a job of their own, so that one bad address does not write to the others again. */
export function ownerAlertMailJob(ctx: Context): Job {
  return {
    name: 'owner-alert-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: async (payload) => {
      const { alert_key, to } = Alert.parse(payload)
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
        const envelope = {
          to,
          receiver: 'shop' as const,
          language: 'en' as const,
          messageId: `alert.${alert_key}.${to}`,
        }
        const answer_by = await findAnswerBy(ctx, alert)
        const broken = alert.kind === 'invariant' ? (await findBroken(ctx.db)).map(({ sentence }) => sentence) : []
        await sendEmail(ctx, envelope, ownerAlertEmail({ ...alert, answer_by, broken }))
        ctx.log.info({ alert_key }, 'owner told')
      })
    },
  }
}

/** Finds the present deadline of a dispute's answer. */
async function findAnswerBy(ctx: Context, { kind, alert_key }: AlertRow): Promise<string | undefined> {
  const respondBy = kind === 'dispute' && (await findDispute(ctx.db, alert_key.split(':')[1] ?? ''))?.respond_by
  return respondBy || undefined
}
