import { create } from 'zustand'
import { offlineDb } from '../../offline/offline-db.ts'
import { useDownloadedIds } from '../../stores/downloaded-lessons.ts'
import { type DownloadedLesson, downloads } from './download-db.ts'
import { isGood } from './download-rules.ts'

type DownloaderState = {
  lessons: readonly DownloadedLesson[]
  /** True if the browser stores them until the student clears its data; false in a private window, too. */
  lasting: boolean
  /** The lesson that is arriving now, and those that wait for their turn. */
  running: string | undefined
  waiting: readonly string[]
  /** Reasons for failed downloads, by lesson id. */
  problems: Readonly<Record<string, string>>
}

/** The downloads of this browser, and their queue. */
export const useDownloader = create<DownloaderState>(() => ({
  lessons: [],
  lasting: false,
  running: undefined,
  waiting: [],
  problems: {},
}))

const { getState, setState } = useDownloader

/** The store takes what is on the disk. */
export async function readDownloads(): Promise<readonly DownloadedLesson[]> {
  const [owner, lessons, lasting = false] = await Promise.all([
    offlineDb.owner(),
    downloads.all('lessons'),
    navigator.storage?.persisted?.().catch(() => false),
  ])
  lessons.sort((one, other) => one.kept_ms - other.kept_ms)
  setState({ lessons, lasting })
  const good = lessons.filter(({ state, term }) => state === 'kept' && owner && isGood(term, Date.now(), owner.seen_ms))
  useDownloadedIds.setState({ ids: new Set(good.map(({ lesson_id }) => lesson_id)), any: lessons.length > 0 })
  return lessons
}

/** The lesson as it is now, until the next look at the disk. */
export function showLesson(lesson: DownloadedLesson): void {
  const { lessons } = getState()
  const there = lessons.some(({ lesson_id }) => lesson_id === lesson.lesson_id)
  const next = lessons.map((one) => (one.lesson_id === lesson.lesson_id ? lesson : one))
  setState({ lessons: there ? next : [...lessons, lesson] })
}

/** Sets or clears the reason for a failed download. */
export function showProblem(lessonId: string, text: string | undefined): void {
  const { [lessonId]: _, ...others } = getState().problems
  setState({ problems: text === undefined ? others : { ...others, [lessonId]: text } })
}
