import { z } from 'zod'
import { Moment, whole } from '../fields.ts'
import { ofPerson } from '../persons.ts'

/** Minutes for which an open order holds a seat. */
export const HOLD_MINUTES = 15

/** The same for an account whose email is not proven: anybody can make many of these. */
export const SHORT_HOLD_MINUTES = 5

/** Seats of a date that one network holds at a time: a tenth of it, and at least these. Further orders of it hold none. */
export const LEAST_HOLDS = 3

/** From this many seats left on, the page says how few there are. */
export const FEW_SEATS = 5

const RUN = 'Must be a date of the course'
export const RunId = z.string({ error: RUN }).regex(/^run_[0-9a-f]{24}$/, { error: RUN })

const MOMENT = 'Must be a date and time'
const moment = z.iso.datetime({ offset: true, error: MOMENT }).transform((instant) => new Date(instant).toISOString())
const LINK = 'Must be a link that begins with https://'

export const RunInput = z
  .object({
    starts_at: moment,
    ends_at: moment,
    seats: whole(1, 5000, 'Must be 1 to 5000 seats'),
    /** End of its sale; null is its beginning. */
    sells_until: moment.nullish(),
    /** Days of access after its end. */
    replay_days: whole(0, 3650, 'Must be 0 to 3650 days'),
    group_url: z
      .url({ protocol: /^https$/, error: LINK })
      .max(500, { error: LINK })
      .nullish(),
  })
  .refine(({ starts_at, ends_at }) => ends_at > starts_at, { path: ['ends_at'], error: 'Must be after the beginning' })
  .refine(({ sells_until, ends_at }) => !sells_until || sells_until <= ends_at, {
    path: ['sells_until'],
    error: 'Must be before the end of the workshop',
  })
export type RunInput = z.output<typeof RunInput>

/** `held`: the last seats are being paid for. `closed`: its sale has ended. */
export const RunState = z.enum(['open', 'held', 'full', 'closed'])

/** A date as visitors see it. */
export const Run = z.object({
  run_id: z.string(),
  starts_at: Moment,
  ends_at: Moment,
  sells_until: Moment,
  replay_days: z.number().int(),
  seats: z.number().int(),
  left: z.number().int(),
  state: RunState,
})
export type Run = z.output<typeof Run>

export const AdminRun = Run.extend({
  course_id: z.string(),
  /** Changes with each change of the date: for `If-Match`. */
  version: z.string(),
  /** Leads among students with their names and numbers. */
  group_url: ofPerson(z.string().nullable()),
  taken: z.number().int(),
  held: z.number().int(),
  cancelled: z.boolean(),
})
export type AdminRun = z.output<typeof AdminRun>

/** A seat of a student. `next`: the date that a cancelled one offers instead; null for none. */
export const OwnRun = z.object({
  run_id: z.string(),
  course_id: z.string(),
  course_name: z.string(),
  starts_at: Moment,
  ends_at: Moment,
  open_until: Moment,
  group_url: z.string().nullable(),
  cancelled: z.boolean(),
  /** The money back was chosen. */
  refunding: z.boolean(),
  next: z.object({ run_id: z.string(), starts_at: Moment }).nullable(),
})
export type OwnRun = z.output<typeof OwnRun>
