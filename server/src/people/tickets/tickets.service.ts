import { clearCode } from 'contract/draw-text'
import type { TicketDetail, TicketStatus } from 'contract/tickets'
import type { CallContext, Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import {
  findTicket,
  insertAnswer,
  insertTicket,
  isNewestAnswer,
  lockTicket,
  type NewTicket,
  setTicketStatus,
} from './tickets.queries.ts'

/** Draws at random, so that the number hides how many exist. */
export const drawTicketNo = () => `T-${clearCode(6)}`

/** Opens a ticket and has the owners and the sender written to; answers its number. */
export async function openTicket(ctx: Context, ticket: NewTicket): Promise<string> {
  return ctx.db.transaction(async (trx) => {
    let ticketNo = drawTicketNo()
    while (!(await insertTicket(trx, ticketNo, ticket, ctx.now()))) ticketNo = drawTicketNo()
    await ctx.queue.send(trx, 'ticket-mail', { ticket_no: ticketNo })
    ctx.log.info({ ticket_no: ticketNo }, 'ticket opened')
    return ticketNo
  })
}

/** 404 for an unknown number. */
export async function readTicket(ctx: Pick<Context, 'db'>, ticketNo: string): Promise<TicketDetail> {
  const ticket = await findTicket(ctx.db, ticketNo)
  if (!ticket) throw plainError('not_found', 'Ticket not found')
  return ticket
}

type Admin = NonNullable<CallContext['admin']>

/** Stores the answer, has it mailed and marks the ticket as done; a repeated request changes nothing. 404 for an unknown number. */
export async function answerTicket(
  ctx: Context,
  { ticketNo, admin, text }: { ticketNo: string; admin: Pick<Admin, 'id'>; text: string },
): Promise<TicketDetail> {
  await ctx.db.transaction(async (trx) => {
    const ticket = await lockTicket(trx, ticketNo)
    if (!ticket) throw plainError('not_found', 'Ticket not found')
    const answer = { ticketId: ticket.id, adminId: admin.id, text }
    if (ticket.status === 'done' && (await isNewestAnswer(trx, answer))) return
    const now = ctx.now()
    const answerId = await insertAnswer(trx, { ...answer, now })
    await setTicketStatus(trx, ticket.id, 'done', now)
    await ctx.queue.send(trx, 'ticket-answer-mail', { answer_id: answerId })
    const before = { status: ticket.status }
    await noteChange(trx, {
      kind: 'ticket',
      id: ticketNo,
      name: ticketNo,
      before,
      after: { status: 'done', answer: 'sent' },
    })
  })
  return readTicket(ctx, ticketNo)
}

/** 404 for an unknown number. */
export async function changeTicketStatus(ctx: Context, ticketNo: string, status: TicketStatus): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const ticket = await lockTicket(trx, ticketNo)
    if (!ticket) throw plainError('not_found', 'Ticket not found')
    if (ticket.status !== status) await setTicketStatus(trx, ticket.id, status, ctx.now())
    const before = { status: ticket.status }
    await noteChange(trx, { kind: 'ticket', id: ticketNo, name: ticketNo, before, after: { status } })
  })
}
