import { z } from 'zod'
import { CourseId, Day, text } from '../fields.ts'
import { MoveSource } from '../move-sources.ts'
import { MoveKind } from './fields.ts'
import { DateOrder } from './file.ts'

/** The owner's word that people of a file agreed to news by email: where, when, and to which text. */
export const MovedConsent = z.object({
  source: text(1, 200, 'Where did they agree?'),
  agreed_on: Day,
  text: text(1, 2000, 'What did they agree to?'),
})
export type MovedConsent = z.output<typeof MovedConsent>

/** The owner's choices. Everything absent is as it was guessed. */
export const MovePlan = z.object({
  kind: MoveKind,
  source: MoveSource.optional(),
  /** Fields by heading; null leaves the column out. */
  columns: z.record(z.string(), z.string().nullable(), { error: 'Must say what each column becomes' }),
  /** Courses by their names in the file: one, several, a new draft, or left out. */
  courses: z
    .record(z.string(), z.union([z.literal('new'), CourseId, z.array(CourseId).min(1).max(50), z.null()]))
    .optional(),
  statuses: z.record(z.string(), z.enum(['take', 'skip'])).optional(),
  /** Orders by heading. */
  dates: z.record(z.string(), DateOrder).optional(),
  /** For rows that name no course. */
  course_ids: z.array(CourseId).max(20, { error: 'At most 20 courses at once' }).optional(),
  /** The last day of access in India for rows that name none. */
  until: Day.nullish(),
  /** Rows with the email of an earlier row and another name or phone: one student with the first name, unless they are left out. */
  same_email: z.enum(['join', 'skip'], { error: 'Must be join or skip' }).optional(),
  /** Rows whose access is over: left out unless taken. A taken one has the past end. */
  ended: z.enum(['take', 'skip'], { error: 'Must be take or skip' }).optional(),
  /** Counts for rows without a cell of their own; a refusal in the file, or here, stays. 422 for another SkillHaat, whose `students.csv` says who agreed. */
  news: MovedConsent.nullish(),
  /** True tells each person at once, as giving by hand does. The letter after the move is the other way. */
  mail: z.boolean({ error: 'Must be true or false' }),
})
export type MovePlan = z.output<typeof MovePlan>

/**
 * Result of a row. Students: an account is made, an existing one gets the courses, gets them once its address is proven. Courses: `new`
 * makes a draft, `existing` changes one. Orders: `new`. `same`: nothing would change. `skipped`: left out by choice, a sum line, or a
 * repeated row. `invalid`: nothing can be made of it.
 */
export const MoveState = z.enum(['new', 'existing', 'waiting', 'same', 'skipped', 'invalid'])
export type MoveState = z.output<typeof MoveState>

export const MoveLine = z.object({
  /** Row of the sheet, from 1, headings included. */
  row: z.number().int(),
  state: MoveState,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
  /** Names of the courses as they will be. */
  courses: z.array(z.string()),
  /** Reason of `same`, `skipped`, `invalid` or `waiting`. */
  reason: z.string().nullable(),
  /** Cells that are left out, each with its reason. The row is taken without them. */
  notes: z.array(z.object({ heading: z.string(), message: z.string() })),
})
export type MoveLine = z.output<typeof MoveLine>

/** A course without lessons: its people have nothing to open yet. `course_id` is null for one that the move makes. */
export const EmptyCourse = z.object({ course_id: z.string().nullable(), name: z.string(), people: z.number().int() })
export type EmptyCourse = z.output<typeof EmptyCourse>

export const MoveCounts = z.object({
  new: z.number().int(),
  existing: z.number().int(),
  waiting: z.number().int(),
  same: z.number().int(),
  skipped: z.number().int(),
  invalid: z.number().int(),
  /** Rows that are taken without some of their cells. */
  noted: z.number().int(),
  /** New accounts, people in all, granted courses, and new courses. */
  accounts: z.number().int(),
  people: z.number().int(),
  enrolments: z.number().int(),
  courses: z.number().int(),
  /** People whose consent to news is stored, by the file or by the owner's word; a move of before 0.8 lacks it. */
  news: z.number().int().optional(),
  /** Courses without lessons, each with the people who wait for them; a move of before 0.8 lacks them. */
  empty_courses: z.array(EmptyCourse).optional(),
})
export type MoveCounts = z.output<typeof MoveCounts>
