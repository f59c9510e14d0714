import type { Language } from 'contract/languages'
import type { Ticket, TicketDetail, TicketStatus } from 'contract/tickets'
import type { Knex } from 'knex'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { ADMINS } from '../../shop/auth/admins.queries.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'

export type NewTicket = { name: string; email: string; subject: string; message: string; language?: Language }

/** Stores a ticket under this number; false when the number is taken. */
export async function insertTicket(db: Db, ticketNo: string, ticket: NewTicket, now: Date): Promise<boolean> {
  const made = await db('tickets')
    .insert({ ...ticket, ticket_no: ticketNo, status: 'open', created_at: now })
    .onConflict('ticket_no')
    .ignore()
    .returning('id')
  return made.length > 0
}

export type TicketListQuery = {
  q?: string | undefined
  status?: TicketStatus | undefined
  sort?: 'newest' | 'oldest' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** One window of the tickets, how many match, and how many are open in all. */
export async function listTickets(
  db: Db,
  { q, status, sort = 'newest', limit = 50, offset = 0 }: TicketListQuery,
): Promise<{ tickets: Ticket[]; total: number; open: number }> {
  const found = db('tickets as t')
  if (status) found.where('t.status', status)
  if (q) found.whereRaw(...everyWord(q, SEARCHED))
  const order = sort === 'newest' ? 't.created_at desc, t.id desc' : 't.created_at, t.id'
  const [{ rows, total }, open] = await Promise.all([
    readPage<Ticket>(db, found, { limit, offset }, (window) =>
      db('tickets as t')
        .whereIn('t.id', window.select('t.id').orderByRaw(order))
        .select('t.ticket_no', 't.status', 't.name', 't.email', 't.subject', 't.created_at')
        .select(db.raw('left(t.message, 200) as preview'))
        .select(db.raw('(select count(*)::int from ticket_answers a where a.ticket_id = t.id) as answers'))
        .orderByRaw(order),
    ),
    db('tickets').where({ status: 'open' }).count({ total: '*' }).first(),
  ])
  return { tickets: rows, total, open: Number(open?.total ?? 0) }
}

const SEARCHED = ['t.ticket_no', 't.name', 't.email', 't.subject', 't.message']

/** A ticket with its answers, oldest first. */
export async function findTicket(db: Db, ticketNo: string): Promise<TicketDetail | undefined> {
  const row = await db('tickets as t')
    .leftJoin(db.raw(`${ACCOUNTS} as u`), (join) => join.on('u.email', 't.email').andOnNull('u.deleted_at'))
    .where('t.ticket_no', ticketNo)
    .first(
      't.id',
      't.ticket_no',
      't.status',
      't.name',
      't.email',
      't.subject',
      't.message',
      't.created_at',
      'u.user_id',
    )
  if (!row) return undefined
  const { id, ...ticket } = row
  const answers = await db('ticket_answers as a')
    .leftJoin(db.raw(`${ADMINS} as admins`), 'admins.id', 'a.admin_id')
    .where('a.ticket_id', id)
    .orderBy('a.id')
    .select('a.text', 'a.created_at', { admin_email: 'admins.email' })
  return { ...ticket, answers }
}

export type LockedTicket = { id: number; ticket_no: string; status: TicketStatus; subject: string }

export async function lockTicket(trx: Db, ticketNo: string): Promise<LockedTicket | undefined> {
  return trx('tickets').where({ ticket_no: ticketNo }).forUpdate().first('id', 'ticket_no', 'status', 'subject')
}

/** Returns true if the newest answer has these words of this admin: they are sent again after a lost connection. */
export async function isNewestAnswer(
  trx: Db,
  { ticketId, adminId, text }: { ticketId: number; adminId: number; text: string },
): Promise<boolean> {
  const newest = await trx('ticket_answers')
    .where({ ticket_id: ticketId })
    .orderBy('id', 'desc')
    .first('admin_id', 'text')
  return newest?.text === text && Number(newest.admin_id) === adminId
}

/** Answers the id of the answer. */
export async function insertAnswer(
  trx: Db,
  { ticketId, adminId, text, now }: { ticketId: number; adminId: number; text: string; now: Date },
): Promise<number> {
  const [row] = await trx('ticket_answers')
    .insert({ ticket_id: ticketId, admin_id: adminId, text, created_at: now })
    .returning('id')
  return Number(row.id)
}

export async function setTicketStatus(trx: Db, id: number, status: TicketStatus, now: Date): Promise<void> {
  await trx('tickets')
    .where({ id })
    .update({ status, done_at: status === 'done' ? now : null })
}

/** Finds what an answer's email needs. */
export async function findAnswer(
  db: Db,
  answerId: number,
): Promise<{ text: string; ticket_no: string; email: string; created_at: string; language: Language } | undefined> {
  return withReader(db, db('ticket_answers as a').join('tickets as t', 't.id', 'a.ticket_id'))
    .where('a.id', answerId)
    .first('a.text', 't.ticket_no', 't.email', 't.created_at', db.raw(READS))
}

/** In which language its sender is written to. */
export async function findSenderLanguage(db: Db, ticketNo: string): Promise<Language> {
  const ticket = await withReader(db, db('tickets as t')).where('t.ticket_no', ticketNo).first(db.raw(READS))
  return ticket?.language ?? 'en'
}

/** The language of the store that they wrote in, else of the account with the address. */
const READS = `coalesce(t.language, reader.language, 'en') as language`

const withReader = (db: Db, tickets: Knex.QueryBuilder) =>
  tickets.leftJoin(db.raw(`${ACCOUNTS} as reader`), (join) =>
    join.on('reader.email', 't.email').andOnNull('reader.deleted_at'),
  )
