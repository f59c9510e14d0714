import { z } from 'zod'
import { GeneratedText } from './courses/generated.ts'
import { defineCall } from './define-call.ts'
import { CourseId, Message } from './fields.ts'
import { Missing } from './placement-parts.ts'

export { Missing } from './placement-parts.ts'

const states = ['published', 'unlisted', 'draft', 'archived'] as const

/**
 * A course's state by its owner's choice. Published: in the store's lists and on sale. Unlisted: on sale by its address, in no list, search
 * or sitemap. A draft has no page and cannot be bought; an archived course neither, any more. Students keep access in every state.
 */
export const ChosenState = z.enum(states, { error: 'Must be published, unlisted, draft or archived' })
export type ChosenState = z.output<typeof ChosenState>

/** The same, or in the bin. */
export const CourseState = z.enum([...states, 'deleted'], {
  error: 'Must be published, unlisted, draft, archived or deleted',
})
export type CourseState = z.output<typeof CourseState>

/** Orders of the console's list. */
export const adminSorts = [
  ...(['newest', 'name', '-name', 'price', '-price', 'offer_text', '-offer_text'] as const),
  ...(['sales', '-sales', 'students', '-students'] as const),
] as const

/** A course's state and position; `place` counts from 1, courses in every state included. */
export const Placement = z.object({
  course_id: z.string(),
  /** In the lists of the store. */
  published: z.boolean(),
  state: ChosenState,
  place: z.number().int().positive(),
  /** So many courses there are. */
  courses: z.number().int().positive(),
  /** So many lessons it has. */
  lessons: z.number().int().min(0),
  /** Parts that keep it from going on sale. */
  missing: z.array(Missing),
  /** Texts that its folder gave it and that nobody has changed: ask before it goes on sale. */
  generated: z.array(GeneratedText),
})
export type Placement = z.output<typeof Placement>

const PLACE = 'Place must be a whole number from 1'

const FLAG = 'Must be true or false'

/** Answers the question whether a course goes on sale before it has lessons. */
export const also_empty = z.boolean({ error: FLAG }).optional()

/** A new course is on sale at once; `published: false` makes it a draft. `state` goes before it. */
export const NewCoursePlacement = z.object({
  published: z.boolean({ error: FLAG }).optional(),
  state: ChosenState.optional(),
  also_empty,
})

export const placement = {
  /** A draft with everything of the course and its lessons; files are shared, not copied. 404 for an unknown or deleted course. */
  duplicate: defineCall({
    method: 'POST',
    path: '/admin/courses/duplicate_course/{id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    status: 201,
    input: 'detailed',
    summary: 'Make a draft like a course',
    confirm: { without: 'adds, and takes nothing away' },
    codes: ['course_exists'],
  })
    .input(z.object({ params: z.object({ id: CourseId }) }))
    .output(Message.extend({ course_id: z.string() })),

  /** 404 for an unknown or deleted course. */
  placement: defineCall({
    method: 'GET',
    path: '/admin/courses/get_placement/{id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'Where a course stands in the catalogue',
  })
    .input(z.object({ id: CourseId }))
    .output(Placement),

  /**
   * Gives a course another state or place; what is not sent stays. `published: false` makes it a draft; `state` goes before it. A place
   * beyond the last is the last. 409 `course_incomplete` for one that would go on sale incomplete, with its missing parts as
   * `errors`; with `also_empty` lessons may follow later. 409 `in_bundle` for archiving a course of a bundle on sale, with the `bundles`.
   */
  setPlacement: defineCall({
    method: 'PUT',
    path: '/admin/courses/set_placement/{id}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:write',
    input: 'detailed',
    summary: 'Publish, hide, archive or move a course',
    confirm: { without: 'the same call puts it back' },
    codes: ['course_incomplete', 'in_bundle'],
  })
    .input(
      z.object({
        params: z.object({ id: CourseId }),
        body: z.object({
          ...NewCoursePlacement.shape,
          place: z.number({ error: PLACE }).int({ error: PLACE }).min(1, { error: PLACE }).optional(),
        }),
      }),
    )
    .output(Message.extend({ placement: Placement })),
}
