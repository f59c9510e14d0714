import { z } from 'zod'
import { isMediaUrl, text } from '../fields.ts'
import { MEDIA_KINDS } from '../media/kinds.ts'

// Files beside a lesson's video: files of the library, in order, and captions.

const LIBRARY_MESSAGE = 'Must be a file of the media library'

const LibraryUrl = z
  .string({ error: LIBRARY_MESSAGE })
  .trim()
  .refine((value) => value.startsWith('/media/') && isMediaUrl(value), { error: LIBRARY_MESSAGE })

export const LessonFile = z.object({
  /** The name that students read. */
  name: text(1, 255, 'Name of the file is required'),
  url: LibraryUrl,
})
export type LessonFile = z.output<typeof LessonFile>

const LANGUAGE_MESSAGE = 'Must be a language such as en or hi'

export const LessonCaptions = z.object({
  /** The language as HTML names it: `en`, `hi`, `pt-BR`. */
  language: z
    .string({ error: LANGUAGE_MESSAGE })
    .trim()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, { error: LANGUAGE_MESSAGE }),
  url: LibraryUrl.refine((value) => value.endsWith('.vtt'), { error: 'Must be subtitles of the media library' }),
})
export type LessonCaptions = z.output<typeof LessonCaptions>

export const MAX_LESSON_FILES = 50
export const MAX_LESSON_CAPTIONS = 30

/** Files and captions as they are sent; a list that is missing keeps what is stored. */
export const LessonFilesInput = z
  .array(LessonFile, { error: LIBRARY_MESSAGE })
  .max(MAX_LESSON_FILES, { error: `At most ${MAX_LESSON_FILES} files for a lesson` })
  .optional()

export const LessonCaptionsInput = z
  .array(LessonCaptions, { error: LANGUAGE_MESSAGE })
  .max(MAX_LESSON_CAPTIONS, { error: `At most ${MAX_LESSON_CAPTIONS} languages for a lesson` })
  .superRefine((captions, context) => {
    captions.forEach(({ language }, index) => {
      if (captions.findIndex((other) => other.language === language) === index) return
      context.addIssue({ code: 'custom', message: 'One file for each language', path: [index, 'language'] })
    })
  })
  .optional()

/** A file as a student sees it: size and kind as the library knows them, null when the file is gone. */
export const StudentFile = LessonFile.extend({
  url: z.string(),
  bytes: z.number().int().nullable(),
  kind: z.enum(MEDIA_KINDS).nullable(),
})
export type StudentFile = z.output<typeof StudentFile>
