import { z } from 'zod'
import { defineCall } from '../define-call.ts'

/** So many lines are looked at in one go. */
export const MOST_COURSE_LINES = 5000
/** So many are brought in by one call: more are sent one part after the other. */
export const LINES_AT_ONCE = 100

export const ImportState = z.enum(['new', 'changed', 'same', 'duplicate', 'invalid'])
export type ImportState = z.output<typeof ImportState>

export const ImportLine = z.object({
  /** Line of the text, from 1. */
  line: z.number().int(),
  /** Id of the existing course. */
  course_id: z.string().nullable(),
  name: z.string(),
  state: ImportState,
  /** Columns that would change, by their headings. */
  changes: z.array(z.string()),
  problems: z.array(z.object({ column: z.string(), message: z.string() })),
})
export type ImportLine = z.output<typeof ImportLine>

const text = z.string({ error: 'Must be text' }).max(900_000, { error: 'Must be at most 900000 characters' })

export const courseImport = {
  /**
   * Previews each line of a table of courses; changes nothing. The first line names the columns: title, course id, description, long
   * description, price, category, level, image (an address, or the name of a file in the library), state. A course is matched by its id,
   * else by its title. 422 for more than 5,000 lines, and for a table without titles.
   */
  planImport: defineCall({
    method: 'POST',
    path: '/admin/courses/import/plan',
    access: 'admin',
    roles: ['editor'],
    summary: 'See what a table of courses would do',
  })
    .input(z.object({ text }))
    .output(z.object({ lines: z.array(ImportLine), unknown: z.array(z.string()) })),

  /** Does it for `count` lines from `from`, counted from 0 as the plan lists them. Empty cells change nothing; again changes nothing. A price below ₹10 is an owner's, who confirms it. */
  import: defineCall({
    method: 'POST',
    path: '/admin/courses/import',
    access: 'admin',
    roles: ['editor'],
    summary: 'Bring courses in from a table',
    codes: ['confirmation_required'],
  })
    .input(
      z.object({
        text,
        from: z.number({ error: 'Must be a number' }).int().min(0),
        count: z.number({ error: 'Must be a number' }).int().min(1).max(LINES_AT_ONCE),
      }),
    )
    .output(
      z.object({
        created: z.number().int(),
        changed: z.number().int(),
        refused: z.array(z.object({ line: z.number().int(), reason: z.string() })),
      }),
    ),
}
