import type { MediaKind } from './media/kinds.ts'

/** Bounds and addresses for whoever needs no schemas: literals only, so that a page carries none that it does not use. */

/** Resumable uploads by tus 1.0 (creation, termination) are made here; they are no calls of the contract. */
export const UPLOADS_PATH = '/api/admin/media/uploads'
/** Students send the files of their work in the same way; `lesson_id` in the metadata names the lesson. */
export const WORK_UPLOADS_PATH = '/api/user/uploads'
/** Header of the answer to the last piece of an upload, and to HEAD after it. */
export const UPLOAD_MEDIA_ID_HEADER = 'Media-Id'
export const UPLOAD_MEDIA_URL_HEADER = 'Media-Url'
/** Time after which an idle upload is dropped. */
export const UPLOAD_KEPT_DAYS = 7

/**
 * A list that grows with the shop counts so many rows. A total above them is exact at the end of the list alone; before it, it is
 * one more than these, or than the rows up to the end of the page.
 */
export const MOST_COUNTED = 10_000

// Assignments.
export const MAX_CRITERIA = 10
export const MAX_POINTS = 100
export const MAX_WORK_TEXT = 20_000
/** Maximum for one student under one lesson. */
export const MAX_HAND_INS = 20
export const MAX_WORK_BYTES = 50 * 1024 * 1024

/** Kinds of files for assignments, each checked as the library checks it. */
export const WORK_KINDS = [
  'pdf',
  'image',
  'office',
  'text',
  'audio',
  'video',
  'design',
  'archive',
] as const satisfies MediaKind[]
export type WorkKind = (typeof WORK_KINDS)[number]

export const WORK_SIZE_MESSAGE = `The file is too large. Maximum size is ${MAX_WORK_BYTES / 1024 ** 2}MB`

// Quizzes.
export const MAX_QUESTIONS = 100
export const MAX_OPTIONS = 12
export const MAX_ACCEPTED = 20
export const MAX_SHORT_ANSWER = 200
/** Number of a student's last attempts stored for one quiz, besides the best and the first passed. */
export const STORED_TRIES = 20

/** Share of a lesson after which it counts as done, and starts from the beginning again. */
export const SEEN_SHARE = 0.95

/**
 * Certificates and reviews count a lesson once clock time of this share of its length was measured: at double speed, the fastest there is,
 * four fifths of the lesson.
 */
export const MEASURED_SHARE = 0.4

/**
 * Seconds of a lesson whose length the shop does not know, such as a text, a file or a foreign player without a typed length. More than the
 * 15 that the first beat of a student can claim without a clock.
 */
export const MEASURED_SECONDS = 20

/** Characters of a question at most. */
export const MAX_QUESTION = 2000

/** Characters of a note at most. */
export const MAX_NOTE = 2000

/** LUFS. Sound at or below the least is silence, without a loudness; undistorted sound never exceeds the most. */
export const LEAST_LOUDNESS = -70
export const MOST_LOUDNESS = 0
