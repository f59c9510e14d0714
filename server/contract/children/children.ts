import { z } from 'zod'
import { defineCall } from '../define-call.ts'

/**
 * `none`: not answered. `waiting` and `confirmed`: an earlier version stored that the student is under 18, without and with the consent of a
 * parent. `adult` also for somebody who turned 18 since.
 */
const AgeState = z.object({
  /** The shop asks: nobody buys without an answer. */
  asks: z.boolean(),
  state: z.enum(['none', 'adult', 'waiting', 'confirmed']),
})
export type AgeState = z.output<typeof AgeState>

export const children = {
  mine: defineCall({
    method: 'GET',
    path: '/user/age',
    access: 'user',
    inView: true,
    summary: 'Whether I am 18 or older',
  }).output(AgeState),
}
