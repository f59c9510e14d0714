import type { StoredLesson } from 'contract/learning'
import type { VideoState } from 'contract/media/videos'
import { createContext } from 'react'

/** Length and size of the file behind a watch link. */
type FileFacts = { seconds: number | null; bytes: number | null }

/** Watch links of stored lessons, each with the address by which this session sees the file: what is paid for has no other. */
export const LessonPreviews = createContext<Readonly<Record<string, string>>>({})

/** Watch links that are videos of the library, each with how far its qualities are. */
export const LessonVideos = createContext<Readonly<Record<string, VideoState>>>({})

/** Ids of stored lessons that have a quiz, each with how many questions it asks. */
export const LessonQuizzes = createContext<Readonly<Record<string, number>>>({})

/** Ids of stored lessons that ask for work. */
export const LessonAssignments = createContext<readonly string[]>([])

/** When the stored live lessons happen that have a moment, by lesson id. */
export const LessonLive = createContext<
  Readonly<Record<string, { starts_at: string; minutes: number; cancelled: boolean; joined: number }>>
>({})

/** Watch links of stored lessons, each with length and size of its file. */
export const LessonFacts = createContext<ReadonlyMap<string, FileFacts>>(new Map())

export const factsOf = (lessons: readonly StoredLesson[]): Map<string, FileFacts> =>
  new Map(
    lessons.map(({ watch_link, file_seconds, file_bytes }) => [
      watch_link,
      { seconds: file_seconds, bytes: file_bytes },
    ]),
  )
