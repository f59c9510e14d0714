import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { CourseId } from '../fields.ts'
import { also_empty, CourseState, Missing } from '../placement.ts'
import { GeneratedText } from './generated.ts'

/** So many courses one call may change; a console with more calls again. */
export const MAX_CHANGED = 100

const COUNT = `Must be 1 to ${MAX_CHANGED} courses`

export const SetStatesBody = z.object({
  courses: z
    .array(z.object({ course_id: CourseId, state: CourseState }), { error: COUNT })
    .min(1, { error: COUNT })
    .max(MAX_CHANGED, { error: COUNT }),
  also_empty,
  /** `false` refuses to publish courses with texts that their folder gave them, so that somebody looks at them. */
  also_generated: z.boolean({ error: 'Must be true or false' }).optional(),
})

export const StatesAnswer = z.object({
  changed: z.array(z.object({ course_id: z.string(), was: CourseState })),
  refused: z.array(
    z.object({
      course_id: z.string(),
      reason: z.enum(['gone', 'no_lessons', 'incomplete', 'in_bundle', 'generated']),
      missing: z.array(Missing),
      generated: z.array(GeneratedText).optional(),
    }),
  ),
})
export type StatesAnswer = z.output<typeof StatesAnswer>

/** A part of `courses`. */
export const courseMany = {
  /**
   * Gives each of these courses a state; `deleted` moves it to the bin, any other takes it out. `changed` says what each was, so that the
   * same call takes it back. `refused`: courses that are gone, and those that would go on sale incomplete; with `also_empty` lessons may follow later.
   */
  setStates: defineCall({
    method: 'POST',
    path: '/admin/courses/set_states',
    access: 'admin',
    roles: ['editor'],
    summary: 'Publish, archive or delete many courses',
    confirm: { without: 'the bin holds it, and restore brings it back' },
  })
    .input(SetStatesBody)
    .output(StatesAnswer),
}
