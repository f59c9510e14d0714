import type { StudentLesson } from 'contract/learning'
import { client, errorText, isApiError } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { type Owner, offlineDb } from '../../offline/offline-db.ts'
import { startWorker } from '../../shared/offline/worker.ts'
import { bytesText } from '../../ui/bytes-text.ts'
import { type DownloadedLesson, downloads } from './download-db.ts'
import { CHUNK_BYTES, termOf } from './download-rules.ts'
import { readDownloads, showLesson, showProblem, useDownloader } from './downloader-state.ts'
import { dropLesson } from './dropping.ts'
import { fetchPart, NoLongerStored, Refused } from './fetch-part.ts'
import { bytesOf, isDownloadable, partsOf, pathOf } from './lesson-parts.ts'
import { ownerOf } from './owner-of.ts'
import { type Content, storeContent } from './stored-content.ts'

const { getState, setState } = useDownloader

let underWay: { lessonId: string; abort: AbortController } | undefined

/** Bytes that this browser has room for; undefined where it does not say. */
export async function roomLeft(): Promise<number | undefined> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {}
  return quota === undefined || usage === undefined ? undefined : Math.max(quota - usage, 0)
}

function full(needed: number, room?: number): string {
  const size = bytesText(needed)
  const problem =
    room === undefined
      ? t('There is no room for this lesson: it needs {size}.', { size })
      : t('There is no room for this lesson: it needs {size}, and this browser has {room} left.', {
          size,
          room: bytesText(room),
        })
  return `${problem} ${t('Nothing was downloaded. Remove other downloads or free space on your device.')}`
}

/** Downloads these lessons one after the other, with a picture of `height`, else of the one chosen before. */
export function downloadLessons(courseId: string, lessonIds: readonly string[], height?: number): void {
  const { waiting, running } = getState()
  const more = lessonIds.filter((id) => id !== running && !waiting.includes(id))
  for (const id of more) showProblem(id, undefined)
  setState({ waiting: [...waiting, ...more] })
  // A browser that may evict storage of sites spares persistent storage. Firefox asks the student, and nothing waits for the answer.
  void navigator.storage?.persist?.().then(readDownloads, () => false)
  void navigator.locks.request('keeping', async () => {
    await startWorker()
    for (;;) {
      const [next] = getState().waiting.filter((id) => more.includes(id))
      if (next === undefined) return
      setState(({ waiting }) => ({ waiting: waiting.filter((id) => id !== next), running: next }))
      const abort = new AbortController()
      underWay = { lessonId: next, abort }
      await downloadOne({ courseId, lessonId: next, height }, abort.signal)
      underWay = undefined
      setState({ running: undefined })
      await readDownloads()
    }
  })
}

/** Stops a lesson that is arriving or waits; what has arrived of it stays. */
export function pauseLesson(lessonId: string): void {
  setState(({ waiting }) => ({ waiting: waiting.filter((id) => id !== lessonId) }))
  if (underWay?.lessonId === lessonId) underWay.abort.abort()
}

/** Takes a lesson off this device. */
export async function removeLesson(lessonId: string): Promise<void> {
  pauseLesson(lessonId)
  showProblem(lessonId, undefined)
  await dropLesson(lessonId)
}

type Wanted = { courseId: string; lessonId: string; height: number | undefined }

async function downloadOne({ courseId, lessonId, ...wanted }: Wanted, signal: AbortSignal): Promise<void> {
  let needed = 0
  try {
    const [content, terms] = await Promise.all([
      client.learning.getContent({ courseId }),
      client.offline.terms({ course_ids: [courseId] }),
    ])
    const lesson = content.content.find(({ lesson_id }) => lesson_id === lessonId)
    const course = terms.courses[0]
    needed = lesson ? bytesOf(lesson, wanted.height) : 0
    const owner = await ownerOf(terms.session_id)
    if (!owner || !lesson || !course?.lesson_ids.includes(lessonId) || !isDownloadable(lesson)) {
      return showProblem(lessonId, t('This lesson cannot be downloaded right now.'))
    }
    // Another session has taken what was there.
    const known = await downloads.get('lessons', lessonId)
    const height = wanted.height ?? known?.height
    needed = bytesOf(lesson, height)
    const quizzes = lesson.quiz ? { [lessonId]: await client.quizzes.get({ lesson_id: lessonId }) } : {}
    const room = await roomLeft()
    if (room !== undefined && needed - (known?.arrived ?? 0) > room) {
      await dropLesson(lessonId)
      return showProblem(lessonId, full(needed, room))
    }
    const term = termOf(terms.now, course.ends_at, Date.now())
    const record = await recordOf(lesson, content, { term, height }, known)
    await offlineDb.changeOwner((own) => ({ ...own, asked_ms: own.asked_ms ?? Date.now(), seen_ms: Date.now() }))
    await downloads.put('lessons', record, lessonId)
    await storeContent(owner, content, quizzes)
    showLesson(record)
    await fetchAll(owner, lesson, record, signal)
  } catch (error) {
    await showFailure(lessonId, needed, error, signal)
  }
}

/** Resumes an earlier download as long as its files are the same. */
async function recordOf(
  lesson: StudentLesson,
  { course_id, course_name }: Content,
  { term, height }: { term: DownloadedLesson['term']; height: number | undefined },
  known: DownloadedLesson | undefined,
): Promise<DownloadedLesson> {
  const { lesson_id, title } = lesson
  const parts = partsOf(lesson, height)
  const files = parts.map(({ url, only }) => {
    const path = pathOf(url)
    // The list of qualities has the same name for every quality.
    return (only ? undefined : known?.files.find((file) => file.path === path)) ?? { path, bytes: null }
  })
  // Files that the lesson no longer has make room.
  const gone = known?.files.filter((file) => !files.some(({ path }) => path === file.path))
  if (known && gone) await downloads.drop(known, await downloads.all('lessons'), gone)
  let arrived = 0
  for (const [at, { path, bytes }] of files.entries())
    arrived += parts[at]?.only ? 0 : (bytes ?? (await downloads.countChunks(path)) * CHUNK_BYTES)
  const facts = { lesson_id, course_id, course_name, title, bytes: bytesOf(lesson, height), files, term }
  return {
    ...facts,
    ...(height !== undefined && { height }),
    arrived,
    state: 'keeping',
    kept_ms: known?.kept_ms ?? Date.now(),
  }
}

async function fetchAll(
  owner: Owner,
  lesson: StudentLesson,
  begun: DownloadedLesson,
  signal: AbortSignal,
): Promise<void> {
  let record = begun
  for (const part of partsOf(lesson, begun.height)) {
    if (record.files.find(({ path }) => path === pathOf(part.url))?.bytes != null) continue
    record = await fetchPart(part, { owner, lesson: record, onArrived: showLesson, signal })
  }
  const bytes = record.files.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
  await downloads.put('lessons', { ...record, state: 'kept', bytes, arrived: bytes }, lesson.lesson_id)
}

async function showFailure(lessonId: string, needed: number, error: unknown, signal: AbortSignal): Promise<void> {
  if (signal.aborted || error instanceof NoLongerStored) return
  if (error instanceof DOMException && error.name === 'QuotaExceededError') {
    await dropLesson(lessonId)
    // The browser's estimate of its room can be wrong: it was full.
    return showProblem(lessonId, full(needed))
  }
  if (isApiError(error) || error instanceof Refused) {
    return showProblem(lessonId, errorText(error, t('The download failed. Please try again.')))
  }
  showProblem(lessonId, t('Connection lost. Your download continues where it stopped when you resume.'))
}
