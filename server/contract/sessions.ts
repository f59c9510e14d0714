import { z } from 'zod'
import { Moment } from './fields.ts'

/** Somewhere that somebody is signed in. */
export const OpenSession = z.object({
  session_id: z.string(),
  /** Browser and machine in words, such as `Chrome on Windows`; null when unknown. */
  device: z.string().nullable(),
  /** To some minutes. */
  last_seen_at: Moment,
  /** The session that asks. */
  current: z.boolean(),
})
export type OpenSession = z.output<typeof OpenSession>

export const SessionParams = z.object({
  session_id: z.string({ error: 'Must be a session id' }).trim().min(1).max(100),
})
