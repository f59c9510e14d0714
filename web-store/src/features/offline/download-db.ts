import { clear, tablesOf, transact } from '../../offline/offline-db.ts'

/** A file of a lesson, by its address without a query. `bytes` is null until its first response. */
export type StoredFile = { path: string; bytes: number | null }

/** The server's last answer: the expiry of the lesson, and the same by this device's clock. */
export type StoredTerm = { ends_at: string; ends_ms: number }

/** `keeping` continues after a closed page: received data stays, and the rest can be requested. */
export type DownloadState = 'keeping' | 'kept'

export type DownloadedLesson = {
  lesson_id: string
  course_id: string
  course_name: string
  title: string
  /** Size of all its files, as far as the shop knows it in advance. */
  bytes: number
  /** Bytes received so far. */
  arrived: number
  state: DownloadState
  files: StoredFile[]
  term: StoredTerm
  kept_ms: number
  /** The shop has newer files. */
  old?: boolean
  /** Height of the chosen quality, if the video has several. */
  height?: number
}

/** Returns the key range of a file's chunks. */
const chunksOf = (path: string) => IDBKeyRange.bound([path, 0], [path, Number.POSITIVE_INFINITY])

/** Stores the downloads of the student in this browser. */
export const downloads = {
  ...tablesOf<{
    lessons: { key: string; value: DownloadedLesson }
    courses: { key: string; value: ArrayBuffer }
    chunks: { key: [path: string, index: number]; value: ArrayBuffer }
  }>(),

  /** Stores a chunk with the progress of its lesson; does nothing if the download was removed. */
  async putChunk(lesson: DownloadedLesson, path: string, index: number, chunk: ArrayBuffer): Promise<boolean> {
    let there = false
    await transact(['lessons', 'chunks'], 'readwrite', (store) => {
      const request = store('lessons').getKey(lesson.lesson_id)
      request.onsuccess = () => {
        if (request.result === undefined) return
        there = true
        store('chunks').put(chunk, [path, index])
        store('lessons').put(lesson, lesson.lesson_id)
      }
      return undefined
    })
    return there
  },

  /** Counts the received chunks of a file. */
  countChunks: async (path: string) =>
    (await transact<number>(['chunks'], 'readonly', (store) => store('chunks').count(chunksOf(path)))) ?? 0,

  /** Removes a lesson, or only these of its files, except files shared with other lessons. */
  async drop(
    lesson: DownloadedLesson,
    others: readonly DownloadedLesson[],
    only?: readonly StoredFile[],
  ): Promise<void> {
    const needed = new Set(
      others.filter((one) => one.lesson_id !== lesson.lesson_id).flatMap(({ files }) => files.map(({ path }) => path)),
    )
    await transact(['lessons', 'chunks'], 'readwrite', (store) => {
      if (!only) store('lessons').delete(lesson.lesson_id)
      for (const { path } of only ?? lesson.files) if (!needed.has(path)) store('chunks').delete(chunksOf(path))
      return undefined
    })
  },

  /** Removes them all, but not the entries that wait to be sent. */
  wipe: () => clear(['lessons', 'courses', 'chunks']),
}
