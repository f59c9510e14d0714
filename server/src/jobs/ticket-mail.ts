import { z } from 'zod'
import { findOwnerAddresses } from '../auth/admins.queries.ts'
import type { Context } from '../context.ts'
import { ticketAnswerLetter, ticketOpenedLetter, ticketReceivedLetter } from '../mail/ticket.ts'
import type { Job } from '../queue/queue.ts'
import { findAnswer, findTicket } from '../tickets/tickets.queries.ts'
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
        await sendLetter(ctx, { to: owner ?? email }, (shop) =>
          owner
            ? ticketOpenedLetter({ ticketNo: ticket_no, name, email, subject, message, ...shop })
            : ticketReceivedLetter({ ticketNo: ticket_no, ...shop }),
        )
        ctx.log.info({ ticket_no }, 'ticket mailed')
      })
    },
  }
}

const Answered = z.object({ answer_id: z.number() })

export function ticketAnswerMailJob(ctx: Context): Job {
  return {
    name: 'ticket-answer-mail',
    concurrency: 4,
    retries: MAIL_RETRIES,
    run: (payload, jobId) =>
      mailOnce(ctx, jobId, async () => {
        const answer = await findAnswer(ctx.db, Answered.parse(payload).answer_id)
        if (!answer) return
        const { text, ticket_no: ticketNo, email, created_at } = answer
        const written = { ticketNo, writtenAt: new Date(created_at), answer: text }
        await sendLetter(ctx, { to: email }, (shop) => ticketAnswerLetter({ ...written, ...shop }))
        ctx.log.info({ ticket_no: ticketNo }, 'answer mailed')
      }),
  }
}
