import { z } from 'zod'
import { Encoding } from '../foreign-table.ts'
import { MoveSource } from '../move-sources.ts'
import { MoveKind } from './fields.ts'

/** Day or month first; `proven` where a day above 12, or a form without doubt, decides for the whole column. */
export const DateOrder = z.enum(['day_first', 'month_first'], { error: 'Must be day_first or month_first' })
export type DateOrder = z.output<typeof DateOrder>

/** `sure`: the heading is known, or it was chosen earlier. Else the owner looks at it. */
export const MoveColumn = z.object({
  heading: z.string(),
  /** Up to five different filled cells, as they are in the file. */
  samples: z.array(z.string()),
  guess: z.string().nullable(),
  sure: z.boolean(),
  /** Only for a column of dates. `example` is the first sample as it is understood, e.g. `2025-12-03`. */
  dates: z.object({ order: DateOrder, proven: z.boolean(), example: z.string() }).nullable(),
})
export type MoveColumn = z.output<typeof MoveColumn>

/** A course name of the file; `guesses` has all, where it names several. `close`: how it was found: remembered from an earlier file, the same name, or not at all. */
export const MoveCourse = z.object({
  name: z.string(),
  rows: z.number().int(),
  guess: z.string().nullable(),
  guesses: z.array(z.string()).optional(),
  close: z.enum(['remembered', 'same', 'none']),
})
export type MoveCourse = z.output<typeof MoveCourse>

/** A value of a status column; with several such columns `Heading: value`. */
export const MoveStatus = z.object({
  value: z.string(),
  rows: z.number().int(),
  guess: z.enum(['take', 'skip']),
  sure: z.boolean(),
})
export type MoveStatus = z.output<typeof MoveStatus>

/** A file as it was read, before anything is decided. */
export const ReadFile = z.object({
  move_id: z.string(),
  file_name: z.string(),
  kind_guess: MoveKind,
  source_guess: MoveSource,
  rows: z.number().int(),
  /** Null for a workbook. */
  encoding: Encoding.nullable(),
  /** False where the bytes do not decide: the samples show whether it is right. */
  encoding_sure: z.boolean(),
  delimiter: z.string().nullable(),
  /** Names of a workbook's sheets that hold something, and the one that was read. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** Row of the headings in the sheet, from 1. */
  head_row: z.number().int(),
  columns: z.array(MoveColumn),
  courses: z.array(MoveCourse),
  statuses: z.array(MoveStatus),
  /** True if a file with these headings came before: the guesses are what was chosen then. */
  remembered: z.boolean(),
  /** A sentence where nothing can be made of this file ("This file has no email addresses. Export …"). */
  problem: z.string().nullable(),
  /** Rows of students need no course: they say who the student is, and what they agreed to. */
  people: z.boolean().optional(),
})
export type ReadFile = z.output<typeof ReadFile>
