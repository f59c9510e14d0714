import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { DocumentName, State } from '../documents.ts'
import { Day, IfMatch, Message, Moment, Rupees, text } from '../fields.ts'
import { OrderNo } from '../orders/fields.ts'
import { BoughtOrder } from '../orders/orders.ts'

const PlanParams = z.object({ plan_id: z.string().trim().min(1).max(100) })
const PART = 'Must be a part from 2 to 6'
export const EndPlanBody = z.object({ reason: text(1, 300, 'A reason is required') })

const PartParams = PlanParams.extend({
  part: z
    .string({ error: PART })
    .regex(/^[2-6]$/, { error: PART })
    .transform(Number),
})

/** `open`: the next part waits for its day, or for the money. `done`: all parts are paid. `ended`: nothing is due any more. */
const PlanState = z.enum(['open', 'done', 'ended'])

/** `due`: the next one to pay; `later`: after it. */
const PartState = z.enum(['paid', 'refunded', 'due', 'later', 'ended'])

const PlanPart = z.object({
  part: z.number().int(),
  amount: Rupees,
  due_on: z.string(),
  state: PartState,
  paid_at: Moment.nullable(),
  /** The order that paid it, with its documents; null while it is unpaid. */
  order: z.object({ order_id: z.string(), order_no: OrderNo, documents: z.array(DocumentName) }).nullable(),
  /** The day that the student requested instead. */
  wished_on: z.string().nullable(),
})
export type PlanPart = z.output<typeof PlanPart>

/** A plan with its parts in order. Amounts in rupees with any tax; days are Indian ones. */
export const Plan = z.object({
  plan_id: z.string(),
  course_id: z.string(),
  course_name: z.string(),
  course_banner: z.string(),
  state: PlanState,
  grace_days: z.number().int(),
  price: Rupees,
  paid: Rupees,
  open: Rupees,
  /** End of access while a part is unpaid; null once all are paid. */
  open_until: Moment.nullable(),
  /** True once that end has passed: the lessons wait for the payment. */
  paused: z.boolean(),
  /** For how long the course is theirs after the last part; null for good. */
  access_period: z.string().nullable(),
  /** The days from which and to which the due part may be moved; null without one. */
  move: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** Nothing is due, for the student has the course another way: a bundle or a gift. */
  owned: z.literal(true).optional(),
  parts: z.array(PlanPart),
})
export type Plan = z.output<typeof Plan>

/** A part that is due, or will be, as the owner's board lists it. */
export const DuePart = z.object({
  plan_id: z.string(),
  part: z.number().int(),
  of: z.number().int(),
  user_id: z.string(),
  name: z.string(),
  course_name: z.string(),
  amount: Rupees,
  due_on: z.string(),
  wished_on: z.string().nullable(),
  /** The last email about it, of ours or by an admin's press; null before. */
  emailed_at: Moment.nullable(),
  reminded_at: Moment.nullable(),
  /** The end of access if it is not paid. */
  pauses_at: Moment,
  paused: z.boolean(),
  /** The order of the first part. */
  order_id: z.string(),
  move: z.object({ from: z.string(), to: z.string() }),
})
export type DuePart = z.output<typeof DuePart>

const Sum = z.object({ amount: Rupees, parts: z.number().int() })

/** The most rows of the board. */
export const BOARD_ROWS = 500

/** All plans as an owner sees them. */
export const DueBoard = z.object({
  today: z.string(),
  /** A week from today. */
  until: z.string(),
  late: Sum,
  soon: Sum,
  open: z.object({ amount: Rupees, plans: z.number().int() }),
  /** Further parts that were paid or due in the last 90 days, and those of them that were paid by their day. */
  on_time: z.object({ paid: z.number().int(), parts: z.number().int() }),
  /** Ordered by day, at most 500. */
  rows: z.array(DuePart),
})
export type DueBoard = z.output<typeof DueBoard>

/** Plans of parts without a mandate: nothing is taken by itself, each part has an order of its own. */
export const parts = {
  /** Own plans, newest first. */
  mine: defineCall({ method: 'GET', path: '/user/plans', access: 'user', inView: true, summary: 'Own plans of parts' })
    .input(z.object({}))
    .output(z.array(Plan)),

  get: defineCall({
    method: 'GET',
    path: '/user/plans/{plan_id}',
    access: 'user',
    inView: true,
    summary: 'A plan of parts',
    codes: ['not_found'],
  })
    .input(PlanParams)
    .output(Plan),

  /**
   * Makes the order of the next part and its payment link, as `orders.buy` does; a repeat answers the open one. 409 `conflict` once the plan is
   * paid or has ended; 422 `invalid` for `billing_state` where invoices began after the first part.
   */
  pay: defineCall({
    method: 'POST',
    path: '/user/plans/{plan_id}/pay',
    access: 'user',
    status: 201,
    input: 'detailed',
    summary: 'Pay the next part of a plan',
    cost: 'ask',
    limits: [limit('pay_part', 'caller', 20, 10 * MINUTE)],
    codes: ['not_found', 'conflict', 'price_changed', 'gateway_error', 'gateway_not_configured'],
  })
    .input(z.object({ params: PlanParams, body: z.object({ billing_state: State.optional() }).default({}) }))
    .output(BoughtOrder),

  /** Asks the owner for another day of the part that is due; `move` has the days that are possible. 404, 409 `conflict`, 422. */
  wish: defineCall({
    method: 'POST',
    path: '/user/plans/{plan_id}/date',
    access: 'user',
    input: 'detailed',
    summary: 'Ask for another date of a part',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: PlanParams, body: z.object({ due_on: Day }) }))
    .output(Plan),

  board: defineCall({
    method: 'GET',
    path: '/admin/plans/due',
    access: 'admin',
    roles: ['finance', 'support'],
    summary: 'Parts that are due',
  })
    .input(z.object({}))
    .output(DueBoard),

  /** The plan of an order, by any of its parts; null for an order of none. */
  ofOrder: defineCall({
    method: 'GET',
    path: '/admin/plans/of_order',
    access: 'admin',
    roles: ['finance', 'support'],
    summary: 'The plan of an order',
  })
    .input(z.object({ order_id: z.string().trim().min(1).max(100) }))
    .output(Plan.extend({ part: z.number().int() }).nullable()),

  /** Emails the link of the part that is due. At most once an hour for a part: 409 `conflict`. 404. */
  remind: defineCall({
    method: 'POST',
    path: '/admin/plans/{plan_id}/remind',
    access: 'admin',
    roles: ['finance', 'support'],
    confirm: { without: 'it emails a student the link that they get anyway' },
    input: 'detailed',
    summary: 'Email the link of a part',
    cost: 'mail',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: PlanParams }))
    .output(Message),

  /** Moves an unpaid part to a day between its neighbours, at most 90 days after the first; access moves along. 404, 409 `conflict`, 422. With `If-Match`, `due_on` in quotes, a stale edit is 409 `edit_conflict` with the present `due_on` in `current`. */
  move: defineCall({
    method: 'PUT',
    path: '/admin/plans/{plan_id}/parts/{part}',
    access: 'admin',
    roles: ['finance', 'support'],
    confirm: { without: 'a date can be moved back' },
    input: 'detailed',
    summary: 'Move a part to another date',
    codes: ['not_found', 'conflict', 'edit_conflict'],
  })
    .input(
      z.object({
        params: PartParams,
        headers: IfMatch,
        body: z.object({ due_on: Day }),
      }),
    )
    .output(Message),

  /** Ends a plan: no part falls due any more, and access ends on the day up to which it is paid. 404; 409 `conflict` once it is paid whole. */
  end: defineCall({
    method: 'POST',
    path: '/admin/plans/{plan_id}/end',
    access: 'admin',
    roles: ['finance'],
    confirm: 'caller',
    input: 'detailed',
    summary: 'End a plan of parts',
    codes: ['not_found', 'conflict'],
  })
    .input(z.object({ params: PlanParams, body: EndPlanBody }))
    .output(Message),
}
