import { z } from 'zod'
import { billingFields, fitBilling } from '../billing.ts'
import { limit, MINUTE, searches } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { csv, exportCall, ofFinance } from '../exports.ts'
import {
  CourseId,
  hasAtMostTwoDecimals,
  IfMatch,
  listQuery,
  Message,
  Moment,
  optionalText,
  Rupees,
  text,
  whole,
} from '../fields.ts'
import { MONEY_ROLES } from '../money-right.ts'
import { TouchesText } from '../sources/sources.ts'

export const PERIODS = ['month', 'quarter', 'year'] as const
export type MembershipPeriod = (typeof PERIODS)[number]

export const MONTHS_OF: Record<MembershipPeriod, number> = { month: 1, quarter: 3, year: 12 }

/**
 * The gateway debits a mandate for 100 years at most (https://razorpay.com/docs/payments/subscriptions/faqs/, read in November 2026): so many
 * cycles stand for no end.
 */
export const MOST_CYCLES: Record<MembershipPeriod, number> = { month: 1200, quarter: 400, year: 100 }

/** The greatest debit, in rupees, without a second factor each time (Reserve Bank of India, e-mandate framework of 21 April 2026). */
export const MOST_DEBIT = 15_000

const PRICE = 'Price must be from ₹1 to ₹15,000: banks ask for a code at each debit above that'
const CYCLES = 'Must be a whole number from 1 to 120'
const GRACE = 'Must be 0 to 7 days'
const ID = text(1, 60, 'Must be an id')

export const MembershipInput = z.object({
  name: text(2, 100, 'Name must be at least 2 characters'),
  description: optionalText(600),
  course_ids: z.union(
    [
      z.literal('all'),
      z
        .array(CourseId)
        .min(1)
        .max(100)
        .transform((ids) => [...new Set(ids)]),
    ],
    { error: 'Choose all courses, or 1 to 100' },
  ),
  /** In rupees, with any tax: the amount of each debit. */
  price: z
    .number({ error: PRICE })
    .min(1, { error: PRICE })
    .max(MOST_DEBIT, { error: PRICE })
    .refine(hasAtMostTwoDecimals, { error: 'Price must have at most 2 decimals' }),
  period: z.enum(PERIODS, { error: 'Must be month, quarter or year' }),
  /** Debits in all; null without an end. */
  cycles: whole(1, 120, CYCLES)
    .nullish()
    .transform((cycles) => cycles ?? null),
  /** Access stays so long after a day whose debit failed. */
  grace_days: whole(0, 7, GRACE).default(3),
  /** `ended`: nobody can join any more, and its members go on. */
  state: z.enum(['draft', 'on_sale', 'ended'], { error: 'Must be draft, on_sale or ended' }),
})
export type MembershipInput = z.output<typeof MembershipInput>

export const Membership = z.object({
  ...MembershipInput.omit({ description: true, course_ids: true, cycles: true, grace_days: true }).shape,
  membership_id: z.string(),
  description: z.string().nullable(),
  course_ids: z.union([z.literal('all'), z.array(z.string())]),
  cycles: z.number().nullable(),
  grace_days: z.number(),
  url: z.string(),
  /** Changes with each change of the membership: for `If-Match`. */
  version: z.string(),
  /** Somebody joined, so that price and rhythm never change. */
  locked: z.boolean(),
  /** Members with a mandate that pays, and those whose debit is late. */
  active: z.number().int(),
  late: z.number().int(),
})
export type Membership = z.output<typeof Membership>

const Course = z.object({ course_id: z.string(), name: z.string() })

/** All that is known before the first debit. Days are Indian ones, as though somebody joined today. */
export const ShownMembership = z.object({
  membership_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  price: Rupees,
  period: z.enum(PERIODS),
  cycles: z.number().nullable(),
  /** The greatest single debit. */
  most: Rupees,
  first_debit_on: z.string(),
  next_debit_on: z.string(),
  /** All courses of the shop, also later ones. */
  all: z.boolean(),
  courses: z.array(Course),
  url: z.string(),
})
export type ShownMembership = z.output<typeof ShownMembership>

/**
 * `starting`: no debit so far. `late`: one is tried again. `stopped`: the mandate pays no more until its person acts. `cancelled` by the person,
 * their bank or the shop. `ended`: all debits are made, or it was never paid.
 */
export const MemberState = z.enum(['starting', 'active', 'late', 'stopped', 'cancelled', 'ended'])
export type MemberState = z.output<typeof MemberState>

/** A member's mandate with what it gives. */
const Member = z.object({
  id: z.string(),
  membership_id: z.string(),
  name: z.string(),
  state: MemberState,
  price: Rupees,
  period: z.enum(PERIODS),
  /** The end of what is paid; null before the first debit. */
  paid_until: Moment.nullable(),
  /** The end of access as it is now; null before the first debit. */
  access_until: Moment.nullable(),
  next_debit_on: z.string().nullable(),
})

export type SoldMembership = z.output<typeof Member>

export const OwnMembership = Member.extend({
  /** The page that registers the mandate, or changes the card of one that is late. */
  subscription_link: z.string().nullable(),
  courses: z.array(Course),
})
export type OwnMembership = z.output<typeof OwnMembership>

export const OrderMembership = Member.extend({
  /** The cycle that the order paid. */
  from: Moment,
  to: Moment,
  /** Money of a second debit, or after the end: it goes back. */
  stray: z.boolean(),
  debit: z.number().int(),
  subscription_id: z.string(),
})
export type OrderMembership = z.output<typeof OrderMembership>

export const EndMemberBody = z.object({
  reason: text(1, 300, 'A reason is required'),
  at: z.enum(['now', 'period_end'], { error: 'Must be now or period_end' }),
})

const params = z.object({ membership_id: ID })
const NotFound = ['not_found'] as const

/** Memberships: one price in a rhythm for courses, debited by a mandate at the gateway. */
export const memberships = {
  list: defineCall({
    method: 'GET',
    path: '/admin/memberships',
    access: 'admin',
    roles: MONEY_ROLES,
    summary: 'Memberships with their members',
    scope: 'numbers:read',
    cost: 'search',
    limits: [searches],
  })
    .input(listQuery(['newest']))
    .output(z.object({ memberships: z.array(Membership) })),

  /** 422 for a course that is not sold alone. */
  add: defineCall({
    method: 'POST',
    path: '/admin/memberships',
    access: 'admin',
    status: 201,
    input: 'detailed',
    confirm: { without: 'it can be ended again' },
    summary: 'Make a membership',
  })
    .input(z.object({ body: MembershipInput }))
    .output(Message.extend({ membership: Membership })),

  /**
   * 409 `conflict` for another price, rhythm or number of debits once somebody joined. 404, 422. With `If-Match`, `version` in quotes, a stale
   * edit is 409 `edit_conflict` with the present membership as `current`.
   */
  save: defineCall({
    method: 'PUT',
    path: '/admin/memberships/{membership_id}',
    access: 'admin',
    input: 'detailed',
    confirm: { without: 'the same call puts it back' },
    summary: 'Change a membership',
    codes: ['not_found', 'conflict', 'edit_conflict'],
  })
    .input(z.object({ params, headers: IfMatch, body: MembershipInput }))
    .output(Message.extend({ membership: Membership })),

  /** 409 `conflict` once somebody joined: end it instead. 404. */
  remove: defineCall({
    method: 'DELETE',
    path: '/admin/memberships/{membership_id}',
    access: 'admin',
    input: 'detailed',
    confirm: { without: 'nobody joined it' },
    summary: 'Delete a membership',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params }))
    .output(Message),

  /** The membership that an order is a debit of; null for any other order. */
  ofOrder: defineCall({
    method: 'GET',
    path: '/admin/memberships/of_order',
    access: 'admin',
    roles: ['finance', 'support'],
    summary: 'The membership of an order',
  })
    .input(z.object({ order_id: text(1, 100, 'Must be an id') }))
    .output(OrderMembership.nullable()),

  /**
   * Ends one member's mandate at the gateway, and writes to them: `now` with their access, `period_end` with access until the end of what is paid.
   * Nothing is refunded by it. A repeat changes nothing, but `now` after `period_end` ends the access, too. 404.
   */
  end: defineCall({
    method: 'POST',
    path: '/admin/members/{member_id}/end',
    access: 'admin',
    roles: ['support'],
    input: 'detailed',
    confirm: 'caller',
    summary: "End a member's mandate",
    cost: 'ask',
    codes: NotFound,
  })
    .input(
      z.object({
        params: z.object({ member_id: ID }),
        body: EndMemberBody,
      }),
    )
    .output(Message.extend({ membership: Member })),

  shown: defineCall({ method: 'GET', path: '/go/memberships', access: 'public', summary: 'Memberships on sale' })
    .input(z.object({}))
    .output(z.array(ShownMembership)),

  /**
   * Begins a mandate and answers the page that registers it; again the same while it is not registered, with the details for invoices that a
   * repeat gives. Where time is paid already, its first payment is at the end of that. Without details for invoices those of the last order count.
   * 409 `conflict` for who is a member, `price_changed` with `total` for another price than the person saw. 422 for `billing_state` where invoices
   * need one, and for details as in `buy`.
   */
  start: defineCall({
    method: 'POST',
    path: '/user/memberships',
    access: 'user',
    status: 201,
    summary: 'Join a membership',
    cost: 'ask',
    limits: [limit('join_membership', 'caller', 10, 10 * MINUTE)],
    codes: [...NotFound, 'conflict', 'price_changed', 'gateway_error', 'gateway_not_configured'],
  })
    .input(
      z
        .object({
          membership_id: ID,
          /** The price that the person saw, in rupees. */
          expected_price: Rupees.optional(),
          ...billingFields,
          billing_sez: z.boolean({ error: 'Must be true or false' }).optional(),
          touches: TouchesText,
        })
        .superRefine(fitBilling),
    )
    .output(z.object({ id: z.string(), subscription_link: z.string() })),

  mine: defineCall({
    method: 'GET',
    path: '/user/memberships',
    access: 'user',
    inView: true,
    summary: 'Own memberships',
  })
    .input(z.object({}))
    .output(z.array(OwnMembership)),

  /** Ends the mandate at once; access stays until `paid_until`. A repeat changes nothing. 404. */
  cancel: defineCall({
    method: 'DELETE',
    path: '/user/memberships/{id}',
    access: 'user',
    input: 'detailed',
    summary: 'Cancel a membership',
    cost: 'ask',
    limits: [limit('cancel_membership', 'caller', 20, 10 * MINUTE)],
    codes: NotFound,
  })
    .input(z.object({ params: z.object({ id: ID }) }))
    .output(OwnMembership),
}

export const exports = {
  members: exportCall('members.csv', 'Members of all memberships as CSV', { ...ofFinance, scope: 'students:read' })
    .input(z.object({}))
    .output(csv),
}
