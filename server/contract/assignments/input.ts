import { z } from 'zod'
import { text, whole } from '../fields.ts'
import { MAX_CRITERIA, MAX_POINTS, WORK_KINDS } from '../limits.ts'
import { WorkKinds } from './hand-ins.ts'

const DAYS = 'Must be whole days from 1 to 3650'
export const Days = whole(1, 3650, DAYS).nullish()
const POINTS = `Must be a whole number from 1 to ${MAX_POINTS}`

export const AssignmentInput = z
  .object({
    instructions: text(1, 5000, 'Please write the task'),
    criteria: z
      .array(
        z.object({
          /** Keeps the stored criterion of this id; any other is a new one. */
          criterion_id: z.string({ error: 'Must be an id' }).max(40, { error: 'Must be an id' }).nullish(),
          text: text(1, 300, 'Please write the criterion'),
          points: whole(1, MAX_POINTS, POINTS)
            .nullish()
            .transform((value) => value ?? null),
        }),
        { error: 'Add at least one criterion' },
      )
      .min(1, { error: 'Add at least one criterion' })
      .max(MAX_CRITERIA, { error: `At most ${MAX_CRITERIA} criteria` }),
    takes_text: z.boolean({ error: 'Must be true or false' }),
    file_kinds: WorkKinds.max(WORK_KINDS.length, { error: 'Must be kinds of files' }).transform((kinds) =>
      WORK_KINDS.filter((kind) => kinds.includes(kind)),
    ),
    due_days: Days.transform((value) => value ?? null),
    gate: z.boolean({ error: 'Must be true or false' }),
  })
  .refine(({ takes_text, file_kinds }) => takes_text || file_kinds.length > 0, {
    path: ['file_kinds'],
    error: 'Take text, a file or both',
  })
export type AssignmentInput = z.output<typeof AssignmentInput>
