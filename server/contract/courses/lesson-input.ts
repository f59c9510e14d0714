import { z } from 'zod'
import { AssignmentInput } from '../assignments/input.ts'
import { MediaUrl, OptionalMediaUrl, text, whole } from '../fields.ts'
import { QuizInput } from '../quizzes/input.ts'
import { LessonCaptionsInput, LessonFilesInput } from './lesson-files.ts'
import { LiveInput } from './live-input.ts'

/**
 * Something to watch or read, at `watch_link`; or a quiz or work to hand in, which have no address of their own; or a live one, whose
 * `watch_link` is its recording, when there is one.
 */
export const LessonKind = z.enum(['media', 'quiz', 'assignment', 'live'], { error: 'Must be a kind of lesson' })
export type LessonKind = z.output<typeof LessonKind>

/** A day: a longer lesson is a slip of the keyboard. */
export const MAX_LESSON_SECONDS = 86_400
const MAX_OPENING_DAYS = 3650
const DAYS_MESSAGE = `Must be whole days from 1 to ${MAX_OPENING_DAYS}`
const LENGTH_MESSAGE = 'Length must be a time such as 4:20'

/** Empty clears it; missing keeps what a stored lesson has. */
const optionalText = (most: number) =>
  z
    .string({ error: 'Must be text' })
    .trim()
    .max(most, { error: `Must be at most ${most} characters` })
    .nullish()
    .transform((value) => (value === '' ? null : value))

/** Returns true for a lesson that is only a task. */
export const isTask = (kind: LessonKind | null | undefined): boolean => kind === 'quiz' || kind === 'assignment'

/** Returns true if it needs no address. */
export const mayLackLink = (kind: LessonKind | null | undefined): boolean => isTask(kind) || kind === 'live'

const LessonFields = z.object({
  lesson_id: z.string().max(100).nullish(),
  /** Missing keeps what a stored lesson is. */
  kind: LessonKind.nullish(),
  title: text(1, 300, 'Title is required'),
  watch_link: z.union([z.literal(''), MediaUrl], { error: 'Must be a valid URL' }),
  download_link: OptionalMediaUrl,
  seconds: whole(1, MAX_LESSON_SECONDS, LENGTH_MESSAGE)
    .nullish()
    .transform((value) => value ?? null),
  preview: z
    .boolean({ error: 'Must be true or false' })
    .nullish()
    .transform((value) => value ?? false),
  files: LessonFilesInput,
  captions: LessonCaptionsInput,
  section: optionalText(120),
  source: optionalText(1000),
  opens_after_days: whole(1, MAX_OPENING_DAYS, DAYS_MESSAGE).nullish(),
  opens_at: z.iso
    .datetime({ offset: true, error: 'Must be a date and time' })
    .transform((text) => new Date(text).toISOString())
    .nullish(),
  /** Moment and link of a live lesson, and quiz and task of any: saved with the lesson, as their own calls do. Missing keeps them. */
  live: LiveInput.nullish(),
  assignment: AssignmentInput.nullish(),
  quiz: QuizInput.nullish(),
})

export const LessonInput = LessonFields.refine(({ kind, watch_link }) => watch_link !== '' || mayLackLink(kind), {
  path: ['watch_link'],
  error: 'Must be a valid URL',
  // Beside whatever else is wrong with the lesson.
  when: () => true,
})

/** All free previews of a course together: they are public traffic. */
export const MAX_PREVIEW_SECONDS = 1800

/** Adds up the seconds of free previews. A file in the media library tells its length itself; an unknown length counts nothing. */
export const previewSeconds = (
  lessons: readonly { preview: boolean; seconds?: number | null; file_seconds?: number | null | undefined }[],
): number =>
  lessons.reduce((sum, { preview, seconds, file_seconds }) => sum + (preview ? (file_seconds ?? seconds ?? 0) : 0), 0)

/** A course has at most so many. */
export const MAX_LESSONS = 1000

export const AddContentBody = z.object({
  course_id: z.string({ error: 'Please select a course' }).trim().min(1, { error: 'Please select a course' }).max(100),
  content: z
    .array(LessonInput, { error: 'At least one content item is required' })
    .min(1, { error: 'At least one content item is required' })
    .max(MAX_LESSONS, { error: `At most ${MAX_LESSONS} content items` })
    .superRefine((lessons, context) => {
      lessons.forEach(({ kind, live, preview, opens_after_days, opens_at }, index) => {
        if (opens_after_days && opens_at) {
          const message = 'A lesson opens after some days or at a date, not both'
          context.addIssue({ code: 'custom', message, path: [index, 'opens_at'] })
        }
        if (live && kind && kind !== 'live')
          context.addIssue({ code: 'custom', message: 'Only a live lesson has a date', path: [index, 'live'] })
        if (preview && mayLackLink(kind)) {
          const what = { quiz: 'A quiz', assignment: 'Work', live: 'A live lesson', media: '' }[kind ?? 'media']
          const message = `${what} cannot be a free preview`
          context.addIssue({ code: 'custom', message, path: [index, 'preview'] })
        }
      })
    }),
})
