import { z } from 'zod'

/** Of work that a student handed in: `again` asks for another try. */
export const HandInStatus = z.enum(['waiting', 'accepted', 'again'], { error: 'Must be a status' })
export type HandInStatus = z.output<typeof HandInStatus>
