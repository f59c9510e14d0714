import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { LessonCaptions } from './courses/lesson-files.ts'
import { defineCall } from './define-call.ts'
import { CourseId } from './fields.ts'
import { cleanText } from './spelling.ts'

const SEARCH = { error: 'Please enter 2 to 100 characters' }

/** So many lines are answered; a word that is found more often is too common to search by. */
export const MAX_TRANSCRIPT_LINES = 100

export const TranscriptLine = z.object({
  lesson_id: z.string(),
  /** Second at which it is spoken. */
  second: z.number(),
  text: z.string(),
  language: z.string(),
})
export type TranscriptLine = z.output<typeof TranscriptLine>

export const transcript = {
  /**
   * Finds caption lines of a course by words, in the order of the lessons, in any case and spelling of accents.
   * Searches each lesson's captions in `language`, or its first where it has none in that. 403 when not enrolled.
   */
  search: defineCall({
    method: 'GET',
    path: '/user/courses/search_transcript/{courseId}',
    access: 'user',
    summary: 'Search the transcripts of an owned course',
    cost: 'search',
    limits: [limit('transcript', 'caller', 120, MINUTE)],
    codes: ['forbidden'],
  })
    .input(
      z.object({
        courseId: CourseId,
        q: z.string(SEARCH).overwrite(cleanText).min(2, SEARCH).max(100, SEARCH),
        language: LessonCaptions.shape.language.optional(),
      }),
    )
    .output(
      z.object({
        lines: z.array(TranscriptLine),
        /** There are more than are answered. */
        more: z.boolean(),
      }),
    ),
}
