import { z } from 'zod'
import { DAY, limit } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Message, Moment, UserId } from '../fields.ts'
import { Adult, parentFields } from './age-fields.ts'

/** The most rows of the owner's list. */
export const MOST_CHILDREN = 500

const AgeBody = z.discriminatedUnion(
  'adult',
  [z.object({ adult: Adult.extract(['yes']) }), z.object({ adult: Adult.extract(['no']), ...parentFields })],
  { error: 'Must be yes or no' },
)
export type AgeBody = z.output<typeof AgeBody>

/** `none`: not answered. `waiting`: a parent has to confirm. `adult` also for somebody who turned 18 since. */
export const AgeState = z.object({
  /** The shop asks: nobody buys without an answer. */
  asks: z.boolean(),
  state: z.enum(['none', 'adult', 'waiting', 'confirmed']),
  turns_18: z.string().nullable(),
  parent: z.object({ name: z.string(), email: z.string() }).nullable(),
})
export type AgeState = z.output<typeof AgeState>

/** An account of a person under 18, as its owner lists it. */
const Child = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  parent_name: z.string(),
  parent_email: z.string(),
  turns_18: z.string(),
  answered_at: Moment,
  confirmed_at: Moment.nullable(),
})
export type Child = z.output<typeof Child>

export const children = {
  mine: defineCall({
    method: 'GET',
    path: '/user/age',
    access: 'user',
    inView: true,
    summary: 'Whether I am 18 or older',
  }).output(AgeState),

  /**
   * Stores the answer; for a person under 18 it emails the parent a link, and again when it is repeated. 409 for a child who became an adult
   * too early, or whose parent has confirmed; 422 for a month that is no 18th birthday of a child, and for the own email as the parent's.
   */
  answer: defineCall({
    method: 'PUT',
    path: '/user/age',
    access: 'user',
    summary: 'Answer whether I am 18 or older',
    cost: 'mail',
    limits: [limit('parent_mail', 'caller', 10, DAY)],
    codes: ['conflict', 'invalid'],
  })
    .input(AgeBody)
    .output(AgeState),

  /** Newest first, at most 500. */
  list: defineCall({
    method: 'GET',
    path: '/admin/children',
    access: 'admin',
    summary: 'Accounts of people under 18',
  }).output(z.object({ total: z.number().int(), waiting: z.number().int(), rows: z.array(Child) })),

  /** Forgets an answer that was wrong: the next purchase needs another one. 404. */
  forget: defineCall({
    method: 'DELETE',
    path: '/admin/children/{user_id}',
    access: 'admin',
    confirm: 'caller',
    summary: 'Forget the age of an account',
  })
    .input(z.object({ user_id: UserId }))
    .output(Message),
}
