import { z } from 'zod'
import type { Context } from '../../context.ts'
import { findAnswer, findSenderLanguage, findTicket } from '../../people/tickets/tickets.queries.ts'
import { ticketAnswerLetter, ticketOpenedLetter, ticketReceivedLetter } from '../../platform/mail/ticket.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findOwnerAddresses } from '../../shop/auth/admins.queries.ts'
import { mailJob } from './mail-job.ts'
import { MAIL_RETRIES, mailOnce } from './mail-once.ts'
import { sendLetter } from './send-letter.ts'

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
        await sendLetter(ctx, { to: owner ?? email, language }, (shop) =>
          owner
            ? ticketOpenedLetter({ ticketNo: ticket_no, name, email, subject, message, ...shop })
            : ticketReceivedLetter({ ticketNo: ticket_no, ...shop }),
        )
        ctx.log.info({ ticket_no }, 'ticket mailed')
      })
    },
  }
}

export const ticketAnswerMailJob = mailJob({
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
      language: answer.language,
      letter: (shop) => ticketAnswerLetter({ ...written, ...shop }),
      about: { ticket_no },
    }
  },
})
