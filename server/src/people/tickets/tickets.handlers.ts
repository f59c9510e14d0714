import { isLanguage, LANGUAGE_HEADER } from 'contract/languages'
import { calls, requireAdmin } from '../../context.ts'
import { listTickets } from './tickets.queries.ts'
import { answerTicket, changeTicketStatus, drawTicketNo, openTicket, readTicket } from './tickets.service.ts'

const SENT = "Message sent successfully! We'll get back to you soon."

export const ticketHandlers = {
  create: calls.tickets.create.handler(async ({ input, context }) => {
    const { website, ...ticket } = input
    // A program that fills every field is answered like a person, so that it learns nothing.
    const language = context.header(LANGUAGE_HEADER)
    const written = { ...ticket, ...(isLanguage(language) ? { language } : {}) }
    const ticketNo = website ? drawTicketNo() : await openTicket(context.ctx, written)
    return { message: SENT, ticket_no: ticketNo }
  }),

  list: calls.tickets.list.handler(async ({ input, context }) => {
    const list = await listTickets(context.ctx.db, input)
    context.setHeader('X-Total-Count', String(list.total))
    return list
  }),

  get: calls.tickets.get.handler(({ input, context }) => readTicket(context.ctx, input.ticket_no)),

  answer: calls.tickets.answer.handler(({ input, context }) =>
    answerTicket(context.ctx, { ticketNo: input.ticket_no, admin: requireAdmin(context), text: input.text }),
  ),

  setStatus: calls.tickets.setStatus.handler(async ({ input, context }) => {
    await changeTicketStatus(context.ctx, input.ticket_no, input.status)
    return { message: input.status === 'done' ? 'Ticket marked as done' : 'Ticket opened again' }
  }),
}
