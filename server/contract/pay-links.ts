import { z } from 'zod'
import { adminMails } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import {
  CourseId,
  Email,
  Message,
  Moment,
  optionalName,
  optionalText,
  PaidAmount,
  Phone,
  Rupees,
  whole,
  wholeNumber,
} from './fields.ts'
import { OrderNo } from './orders/fields.ts'

/** Days that a pay link may be good for. */
export const PAY_LINK_DAYS = [7, 14, 30, 60] as const

/** Courses of one pay link at most. */
const MOST_COURSES = 20

/** The least total, in paise, to which a role may go down that may take so many percent off. */
export const leastTotal = (listPaise: number, percent: number): number =>
  Math.min(listPaise, Math.max(100, Math.ceil((listPaise * (100 - percent)) / 100)))

/** Computes the discount from the list price, in rupees. */
export const takenOff = (list: number, total: number): number =>
  (Math.round(list * 100) - Math.round(total * 100)) / 100

const DAYS = 'Must be 7, 14, 30 or 60 days'
const PERCENT = 'Must be a whole number from 0 to 100'

/** The way of a link to its person: an email, the sender's own WhatsApp, or a copied address. */
export const PayLinkWay = z.enum(['email', 'whatsapp', 'copy'], { error: 'Must be email, whatsapp or copy' })
export type PayLinkWay = z.output<typeof PayLinkWay>

export const PayLinkInput = z.object({
  email: Email,
  phone: z
    .union([z.literal('').transform(() => null), Phone])
    .nullish()
    .transform((phone) => phone ?? null),
  name: optionalName(100),
  course_ids: z
    .array(CourseId, { error: 'Choose a course' })
    .min(1, { error: 'Choose a course' })
    .max(MOST_COURSES, { error: `At most ${MOST_COURSES} courses` })
    .transform((ids) => [...new Set(ids)]),
  /** In rupees, with tax; the list price when absent. */
  total: PaidAmount.nullish().transform((total) => total ?? null),
  days: z.union([z.literal(7), z.literal(14), z.literal(30), z.literal(60)], { error: DAYS }),
  note: optionalText(300),
  way: PayLinkWay.default('email'),
})
export type PayLinkInput = z.output<typeof PayLinkInput>

export const PayLinkStatus = z.enum(['invited', 'paid', 'expired', 'cancelled'])
export type PayLinkStatus = z.output<typeof PayLinkStatus>

export const PayLink = z.object({
  pay_link_id: z.string(),
  /** Null until the person has begun to pay: the order is made then, for its account may be new. */
  order_no: OrderNo.nullable(),
  url: z.string(),
  status: PayLinkStatus,
  /** The cause of a cancelled one: its course was bought otherwise, or an admin ended it. Null else. */
  reason: z.enum(['bought', 'admin']).nullable(),
  /** Null once the person was erased. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  note: z.string().nullable(),
  course_ids: z.array(z.string()),
  /** Names of the courses, in their order. */
  courses: z.array(z.string()),
  list_total: Rupees,
  total: Rupees,
  ends_at: Moment,
  created_at: Moment,
  sent_by: PayLinkWay.nullable(),
  sent_at: Moment.nullable(),
  /** Times that a browser opened it. */
  opened: z.number().int(),
  opened_at: Moment.nullable(),
  closed_at: Moment.nullable(),
})
export type PayLink = z.output<typeof PayLink>

/** The shop's choice; `support_percent` is the most that the support role may take off. */
export const PayLinkSettings = z.object({
  on: z.boolean({ error: 'Must be true or false' }),
  support_percent: whole(0, 100, PERCENT),
})
export type PayLinkSettings = z.output<typeof PayLinkSettings>

/** A column of the board: paid, still good, and all others. */
export const PayLinkColumn = z.enum(['invited', 'paid', 'expired'], { error: 'Must be invited, paid or expired' })
export type PayLinkColumn = z.output<typeof PayLinkColumn>

const Sums = z.object({ count: z.number().int(), sum: Rupees })
const Params = z.object({ pay_link_id: z.string().regex(/^pl_[\w-]{1,60}$/, { error: 'Must be a pay link' }) })

const seen = { access: 'admin', roles: ['support', 'finance'] } as const
const made = { access: 'admin', roles: ['support'], limits: [adminMails], codes: ['not_found'] } as const

export const payLinks = {
  settings: defineCall({
    ...seen,
    method: 'GET',
    path: '/admin/pay_links/settings',
    summary: 'Whether the shop makes pay links',
  }).output(PayLinkSettings),

  /** Links that are out stay good when it is switched off. */
  saveSettings: defineCall({
    method: 'PUT',
    path: '/admin/pay_links/settings',
    access: 'admin',
    confirm: 'caller',
    summary: 'Switch pay links on or off',
  })
    .input(PayLinkSettings)
    .output(Message.extend({ settings: PayLinkSettings })),

  /** A column of the board, newest first, with the figures of all three. `expired` has the cancelled ones, too. */
  list: defineCall({
    ...seen,
    method: 'GET',
    path: '/admin/pay_links',
    summary: 'Pay links',
  })
    .input(
      z.object({
        column: PayLinkColumn.default('invited'),
        limit: wholeNumber(1, 200, 'Must be from 1 to 200').optional(),
      }),
    )
    .output(
      z.object({
        pay_links: z.array(PayLink),
        columns: z.object({ invited: Sums, paid: Sums, expired: Sums }),
        /** Made in this month of India, and those of them that are paid. */
        month: z.object({ made: z.number().int(), paid: z.number().int(), sum: Rupees }),
      }),
    ),

  /** The list price of courses, and how low the caller's role may go. 404 for a course that is not sold. */
  price: defineCall({
    ...seen,
    method: 'GET',
    path: '/admin/pay_links/price',
    summary: 'The price of a pay link',
    codes: ['not_found'],
  })
    .input(
      z.object({
        /** Ids with commas between them. */
        course_ids: z.string({ error: 'Choose a course' }).max(3_000, { error: 'Choose a course' }).default(''),
      }),
    )
    .output(
      z.object({
        list_total: Rupees,
        /** The least total of the support role. */
        support_total: Rupees,
        support_percent: z.number().int(),
        /** True if its page asks for a state that is not known, for the invoice. */
        asks_state: z.boolean(),
      }),
    ),

  /**
   * Makes a link for one person, and sends it. 404 while it is switched off, and for a course that is not sold; 409 `already_purchased`, and
   * `conflict` with `pay_link_id` while a link of this person for one of the courses is open; 422 for a total above the list price or below
   * what the role may give. A total that gives the courses away is for owners and finance, who confirm it.
   */
  add: defineCall({
    ...made,
    method: 'POST',
    path: '/admin/pay_links',
    status: 201,
    input: 'detailed',
    summary: 'Make a pay link for one person',
    cost: 'mail',
    codes: ['not_found', 'already_purchased', 'conflict', 'confirmation_required'],
  })
    .input(z.object({ body: PayLinkInput }))
    .output(PayLink),

  /** Sends the same link again. 409 `conflict` unless it is open. */
  resend: defineCall({
    ...made,
    method: 'POST',
    path: '/admin/pay_links/{pay_link_id}/resend',
    input: 'detailed',
    summary: 'Send a pay link again',
    cost: 'mail',
    confirm: { without: 'sends the same link to the same person' },
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: Params, body: z.object({ way: PayLinkWay.default('email') }) }))
    .output(PayLink),

  /** Ends an open link, and its order where one was begun; a payment that is on its way still counts. Again: 409 `conflict`. */
  cancel: defineCall({
    ...made,
    method: 'DELETE',
    path: '/admin/pay_links/{pay_link_id}',
    input: 'detailed',
    summary: 'Cancel a pay link',
    confirm: { without: 'stops a price, and the same link can be made again' },
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: Params }))
    .output(PayLink),
}
