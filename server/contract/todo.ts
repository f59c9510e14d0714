import { z } from 'zod'
import { LIVE_STEPS } from './before-live.ts'
import { Moment, Rupees } from './fields.ts'
import { ofPerson } from './persons.ts'

/** Things that wait for an admin, in the order of the list: money and deadlines, then people. Setup follows. */
export const WAITING_KINDS = [
  'mail',
  'refused',
  'dispute',
  'unknown_money',
  'invariant',
  'refund_request',
  'approval',
  'orders',
  'unconfirmed',
  'privacy',
  'backup',
  'messages',
  'group',
  'questions',
  'assignments',
  'reviews',
  'bounced',
  'reports',
] as const

const TodoLine = z.object({
  kind: z.enum([...WAITING_KINDS, ...LIVE_STEPS]),
  /** So many of it; 1 for what is not counted. Counting ends at `WAITING_MOST`. */
  count: z.number().int(),
  /** Since when it waits, or the oldest of it; null where nobody knows. */
  since: Moment.nullable(),
  /** The nearest deadline. */
  until: Moment.nullable(),
  /** The reason: words of the mail server, of Razorpay or of the backup; of `orders` the code of the oldest one's; of `invariant` the oldest rule that is broken; of `look` and `purchase` the id of a course. */
  words: ofPerson(z.string().nullable()),
  /** The order whose turn is first; `buyer` is null once the account was deleted. */
  order: z
    .object({ order_id: z.string(), order_no: z.string(), buyer: ofPerson(z.string().nullable()), total: Rupees })
    .nullable(),
  /** The student whose turn is first. */
  student: ofPerson(z.object({ id: z.string(), name: z.string() }).nullable()),
})
export type TodoLine = z.output<typeof TodoLine>

export const Todo = z.object({
  /** Open lines alone, the most urgent first. */
  lines: z.array(TodoLine),
  /** Setup steps that were taken off the list by hand. */
  dismissed: z.array(z.enum(LIVE_STEPS)),
  /** Done ones of the first steps; null once all are, and for other roles than the owner. */
  first: z.object({ done: z.number().int(), of: z.number().int() }).nullable(),
  /** The rest of the demo; null without any, and for other roles than the owner. `asked`: the owner chose to look around, or has begun. */
  demo: z
    .object({
      courses: z.number().int(),
      orders: z.number().int(),
      students: z.number().int(),
      asked: z.boolean(),
    })
    .nullable(),
  /** Orders of test keys; 0 for other roles than the owner. */
  test_orders: z.number().int(),
})
export type Todo = z.output<typeof Todo>
