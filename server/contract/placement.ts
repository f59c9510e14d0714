import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { CourseId, Message } from './fields.ts'

/** Whether a course is on sale, hidden from the store, or in the bin. */
export const CourseState = z.enum(['published', 'draft', 'deleted'], { error: 'Must be published, draft or deleted' })
export type CourseState = z.output<typeof CourseState>

/** Where a course stands: a draft is in no list, has no page and cannot be bought; `place` counts from 1, drafts included. */
export const Placement = z.object({
  course_id: z.string(),
  published: z.boolean(),
  place: z.number().int().positive(),
  /** So many courses there are. */
  courses: z.number().int().positive(),
  /** So many lessons it has. */
  lessons: z.number().int().min(0),
})
export type Placement = z.output<typeof Placement>

const PLACE = 'Place must be a whole number from 1'

const FLAG = 'Must be true or false'

/** A new course is on sale at once; `published: false` makes it a draft. */
export const NewCoursePlacement = z.object({ published: z.boolean({ error: FLAG }).optional() })

export const placement = {
  /** 404 for an unknown or deleted course. */
  placement: defineCall({
    method: 'GET',
    path: '/admin/courses/get_placement/{id}',
    access: 'admin',
    roles: ['editor'],
    summary: 'Where a course stands in the catalogue',
  })
    .input(z.object({ id: CourseId }))
    .output(Placement),

  /** Publishes or withdraws a course, or gives it another place; what is not sent stays. A place beyond the last is the last. */
  setPlacement: defineCall({
    method: 'PUT',
    path: '/admin/courses/set_placement/{id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Publish, withdraw or move a course',
  })
    .input(
      z.object({
        params: z.object({ id: CourseId }),
        body: z.object({
          published: z.boolean({ error: FLAG }).optional(),
          place: z.number({ error: PLACE }).int({ error: PLACE }).min(1, { error: PLACE }).optional(),
        }),
      }),
    )
    .output(Message.extend({ placement: Placement })),
}
