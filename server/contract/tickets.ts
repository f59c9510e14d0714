import { z } from 'zod'
import { adminMails, emailsToAddress, HOUR, limit, searches } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Email, listQuery, Message, Moment, text } from './fields.ts'

/** A ticket is open until an admin answers it or marks it as done. */
export const TicketStatus = z.enum(['open', 'done'], { error: 'Must be open or done' })
export type TicketStatus = z.output<typeof TicketStatus>

/** The contact form, checked in the order in which its fields stand. */
export const ContactBody = z.object({
  name: text(1, 100, 'Please enter your name'),
  email: z
    .string({ error: 'Please enter your email' })
    .trim()
    .min(1, { error: 'Please enter your email' })
    .refine((value) => Email.safeParse(value).success, { error: 'Please enter a valid email address' })
    .toLowerCase(),
  subject: text(1, 200, 'Please enter a subject'),
  message: text(1, 5000, 'Please enter your message'),
  /** A field that no person sees. Programs that fill every field fill it, and what they send is dropped. */
  website: z.string().max(500).optional(),
})

export const Ticket = z.object({
  ticket_no: z.string(),
  status: TicketStatus,
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  /** The first 200 characters of the message. */
  preview: z.string(),
  created_at: Moment,
  answers: z.number().int(),
})
export type Ticket = z.output<typeof Ticket>

export const TicketDetail = Ticket.omit({ preview: true, answers: true }).extend({
  message: z.string(),
  /** The account with this address, when there is one. Nobody has proven that the sender holds it. */
  user_id: z.string().nullable(),
  answers: z.array(
    z.object({
      text: z.string(),
      created_at: Moment,
      /** Null when the admin is gone. */
      admin_email: z.string().nullable(),
    }),
  ),
})
export type TicketDetail = z.output<typeof TicketDetail>

const TicketNo = z
  .string({ error: 'Must be a ticket number' })
  .trim()
  .toUpperCase()
  .regex(/^T-[A-Z0-9]{6}$/, { error: 'Must be a ticket number' })

export const TicketAnswer = z.object({ ticket_no: TicketNo, text: text(1, 5000, 'Please enter your answer') })

export const tickets = {
  /**
   * Opens a ticket, notifies the owners, and mails the sender the number. The mail holds none of the sender's own words, for nobody has proven that the address is theirs.
   */
  create: defineCall({
    method: 'POST',
    path: '/contact',
    access: 'public',
    summary: 'Write to the shop',
    status: 201,
    cost: 'mail',
    limits: [
      limit('contact_client', 'client', 20, HOUR),
      emailsToAddress({ says: 'Three messages came from this address within an hour. Please write again later.' }),
    ],
    account: 'address',
  })
    .input(ContactBody)
    .output(z.object({ message: z.string(), ticket_no: z.string() })),

  /** Newest first; 50 unless `limit` says so. `q` matches number, name, email, subject and message. */
  list: defineCall({
    method: 'GET',
    path: '/admin/tickets',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'Tickets',
    cost: 'search',
    limits: [searches],
  })
    .input(listQuery(['newest', 'oldest']).extend({ status: TicketStatus.optional() }))
    .output(z.object({ tickets: z.array(Ticket), total: z.number().int(), open: z.number().int() })),

  /** 404 for an unknown number. */
  get: defineCall({
    method: 'GET',
    path: '/admin/tickets/{ticket_no}',
    access: 'admin',
    roles: ['support'],
    scope: 'students:read',
    summary: 'One ticket with its answers',
  })
    .input(z.object({ ticket_no: TicketNo }))
    .output(TicketDetail),

  /** Mails the answer to the sender and marks the ticket as done. 404 for an unknown number. */
  answer: defineCall({
    method: 'POST',
    path: '/admin/tickets/{ticket_no}/answer',
    access: 'admin',
    roles: ['support'],
    summary: 'Answer a ticket',
    cost: 'mail',
    limits: [adminMails],
    confirm: { without: 'adds, and takes nothing away' },
  })
    .input(TicketAnswer)
    .output(TicketDetail),

  /** 404 for an unknown number. */
  setStatus: defineCall({
    method: 'PUT',
    path: '/admin/tickets/{ticket_no}/status',
    access: 'admin',
    roles: ['support'],
    summary: 'Mark a ticket as done, or open it again',
    confirm: { without: 'the same call puts it back' },
  })
    .input(z.object({ ticket_no: TicketNo, status: TicketStatus }))
    .output(Message),
}
