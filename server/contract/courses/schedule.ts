import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { CourseId, IfMatch, Message, Moment, Price, Rupees } from '../fields.ts'
import { isBelowFloor } from '../giveaway.ts'
import { also_empty } from '../placement.ts'

const WITHDRAWN = 'Must be unlisted or archived'
const MOMENT = 'Enter a date and time'

const moment = z.iso.datetime({ offset: true, error: MOMENT }).transform((text) => new Date(text).toISOString())

/** While a sale is on: what the course costs else, and the moment when it costs that again. Absent without one; then `price` is all there is. */
export const Sale = z.object({ was: Rupees, until: Moment })
export type Sale = z.output<typeof Sale>

/** A course's plan, prices in rupees, moments as ISO text in UTC; null where nothing is planned. In a running sale `from` has passed. */
export const CourseSchedule = z.object({
  publish_at: Moment.nullable(),
  withdraw: z.object({ at: Moment, to: z.enum(['unlisted', 'archived']) }).nullable(),
  sale: z.object({ price: Rupees, from: Moment, until: Moment }).nullable(),
})
export type CourseSchedule = z.output<typeof CourseSchedule>

/** The whole plan, as it is to be: null takes away. */
export const CourseScheduleBody = z
  .object({
    /** When it goes on sale and into the lists. */
    publish_at: moment.nullable(),
    /** When it leaves the lists, and whether it then is unlisted (still sold) or archived (sold no more). */
    withdraw: z.object({ at: moment, to: z.enum(['unlisted', 'archived'], { error: WITHDRAWN }) }).nullable(),
    /** From `from` (null is at once), included, to `until`, excluded, it costs `price`. */
    sale: z.object({ price: Price, from: moment.nullable(), until: moment }).nullable(),
    /** True if its lessons follow until then. */
    also_empty,
  })
  .superRefine(({ publish_at, withdraw, sale }, context) => {
    const issue = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (publish_at && withdraw && withdraw.at <= publish_at)
      issue(['withdraw', 'at'], 'It must come off the store after it is published')
    if (sale?.from && sale.until <= sale.from) issue(['sale', 'until'], 'The sale must end after it begins')
  })

/** A part of `courses`. */
export const courseSchedule = {
  /** 404 for an unknown or deleted course. Carries `ETag`. */
  schedule: defineCall({
    method: 'GET',
    path: '/admin/courses/get_schedule/{id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'What is planned for a course',
  })
    .input(z.object({ id: CourseId }))
    .output(CourseSchedule),

  /**
   * Plans when a course is published and withdrawn, and its sale. Checkout goes by the clock of the server; pages follow within a minute.
   * 422 for moments that have passed or are in the wrong order, and for a sale that is not below the price. 404; with `If-Match` a stale edit is
   * 409 `edit_conflict` with the present plan as `current`. 409 `course_incomplete` as `setPlacement` answers it; a course that still has no
   * lessons then stays a draft. Carries `ETag`.
   */
  setSchedule: defineCall({
    method: 'PUT',
    path: '/admin/courses/set_schedule/{id}',
    access: 'admin',
    roles: ['editor'],
    confirm: ({ body }: { body: z.output<typeof CourseScheduleBody> }) => isBelowFloor(body.sale?.price ?? Infinity),
    input: 'detailed',
    summary: 'Plan the price and visibility of a course',
    codes: ['edit_conflict', 'course_incomplete', 'in_bundle'],
  })
    .input(
      z.object({
        params: z.object({ id: CourseId }),
        headers: IfMatch,
        body: CourseScheduleBody,
      }),
    )
    .output(Message.extend({ schedule: CourseSchedule })),
}
