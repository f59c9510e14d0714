import { z } from 'zod'
import { Moment } from '../fields.ts'
import { LessonKind } from './lesson-input.ts'

/** A lesson as everybody may know it before buying. */
export const PublicLesson = z.object({
  title: z.string(),
  /** The lesson's kind; a live lesson with a recording is `media`. */
  kind: LessonKind,
  /** The file's own length where it tells one, else what the owner gave; null when nobody knows. */
  seconds: z.number().int().positive().nullable(),
  /** True if it has a file. */
  download: z.boolean(),
  /** Address of a free preview; null for every other lesson. */
  preview_link: z.string().nullable(),
  /** Heading shared with neighbouring lessons of the same section. */
  section: z.string().nullable(),
  /** When it happens: of a live lesson alone; absent while nobody knows, once it is cancelled, and with its recording. */
  live_at: Moment.optional(),
  /** Opens so many days after the course was bought, or at that moment; absent when it is open from the start. */
  opens_after_days: z.number().int().positive().optional(),
  opens_at: Moment.optional(),
  /** Title of an earlier lesson whose quiz has to be passed, or whose work accepted, before this one opens; absent when nothing is in the way. */
  waits_for: z.string().optional(),
})
export type PublicLesson = z.output<typeof PublicLesson>
