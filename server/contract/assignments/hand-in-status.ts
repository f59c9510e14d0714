import { z } from 'zod'

/** Status of submitted work: `again` requests another attempt. */
export const HandInStatus = z.enum(['waiting', 'accepted', 'again'], { error: 'Must be a status' })
export type HandInStatus = z.output<typeof HandInStatus>
