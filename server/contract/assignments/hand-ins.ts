import { z } from 'zod'
import { Moment } from '../fields.ts'
import { WORK_KINDS } from '../limits.ts'
import { HandInStatus } from './hand-in-status.ts'

export const Criterion = z.object({
  criterion_id: z.string(),
  text: z.string(),
  /** The most that it gives; null where it is met or not. */
  points: z.number().int().nullable(),
})
export type Criterion = z.output<typeof Criterion>

export const WorkKinds = z.array(z.enum(WORK_KINDS, { error: 'Must be a kind of file' }))

export const Assignment = z.object({
  /** One higher with every change. */
  version: z.number().int(),
  instructions: z.string(),
  criteria: z.array(Criterion),
  takes_text: z.boolean(),
  /** Allowed kinds of file; empty where none is taken. */
  file_kinds: WorkKinds,
  /** Days from the day on which the lesson is open to a student; null without an end. Late work is taken, and marked as late. */
  due_days: z.number().int().nullable(),
  /** True if later lessons of the course open only once the work is accepted. */
  gate: z.boolean(),
})
export type Assignment = z.output<typeof Assignment>

/** A criterion with what the work got for it: points, or 1 where it is met and 0 where it is not. */
const MarkedCriterion = Criterion.extend({ given: z.number().int() })

export const WorkFile = z.object({
  file_id: z.string(),
  name: z.string(),
  /** Signed for this session, good for some minutes. */
  url: z.string(),
  bytes: z.number().int(),
  kind: z.enum(WORK_KINDS),
})
export type WorkFile = z.output<typeof WorkFile>

export const HandIn = z.object({
  hand_in_id: z.string(),
  text: z.string().nullable(),
  file: WorkFile.nullable(),
  handed_in_at: Moment,
  late: z.boolean(),
  status: HandInStatus,
  /** Marks by criterion; null until it is marked. */
  marks: z.array(MarkedCriterion).nullable(),
  feedback: z.string().nullable(),
  marked_at: Moment.nullable(),
  /** When the new try is due that its mark requests; null without one, and without an end. */
  again_due_at: Moment.nullable(),
})
export type HandIn = z.output<typeof HandIn>

/** A hand-in as the inbox has it. */
export const AdminHandIn = HandIn.omit({ file: true }).extend({
  course_id: z.string(),
  course_name: z.string(),
  lesson_id: z.string(),
  /** Null once the lesson is gone. */
  lesson_title: z.string().nullable(),
  user_id: z.string(),
  name: z.string(),
  /** Counts the student's submissions under that lesson from 1. */
  number: z.number().int(),
  file_name: z.string().nullable(),
  /** False once the course was taken back or its access has ended. */
  has_course: z.boolean(),
})
export type AdminHandIn = z.output<typeof AdminHandIn>

export const AdminHandInDetail = AdminHandIn.extend({
  /** `holds_formulas`: a table whose cells a spreadsheet computes, so that it may open addresses. */
  file: WorkFile.extend({ holds_formulas: z.boolean() }).nullable(),
  /** The rubric to mark it by: that of its mark, else the present one; empty once the assignment is gone. */
  criteria: z.array(Criterion),
  /** Days for a new try: those of its mark, else those of the assignment; null without an end. */
  again_days: z.number().int().nullable(),
  /** Replaced by the student's newer submission: it cannot be marked any more. */
  superseded: z.boolean(),
})
export type AdminHandInDetail = z.output<typeof AdminHandInDetail>

export const StudentAssignment = Assignment.omit({ version: true, due_days: true }).extend({
  /** Deadline of the next submission: counted from the opening of the lesson, or from the request for a new attempt. */
  due_at: Moment.nullable(),
  /** Newest first. */
  hand_ins: z.array(HandIn),
  /** Sent, and not handed in yet. */
  file: WorkFile.nullable(),
  /** True if work may be submitted now: none waits or is accepted, and the limit is not reached. */
  open: z.boolean(),
})
export type StudentAssignment = z.output<typeof StudentAssignment>
