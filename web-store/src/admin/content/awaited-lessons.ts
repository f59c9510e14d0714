import type { UploadQueue } from '../media/queue/upload-queue.ts'
import { referencesIn, withoutReferences } from '../media/queue/upload-reference.ts'
import { typedApartFrom, waitingPlaces } from './lesson-files.ts'
import type { LessonFields } from './lesson-form.ts'

/** Lessons of a course as they stood when they were saved, some of them without their files. `etag`: the version that they go over. */
export type AwaitedLessons = { course_id: string; content: LessonFields[]; etag: string | undefined }

type Host = {
  queue: Pick<UploadQueue, 'view' | 'subscribe' | 'taken'>
  /** The draft of the course; undefined without one. */
  typed(courseId: string): Promise<LessonFields[] | undefined>
  /** Saves the lessons, which have all their files; answers false when others have saved theirs since, or something in them is wrong. */
  save(lessons: AwaitedLessons): Promise<boolean>
  keep(awaited: readonly AwaitedLessons[]): void
}

const AGAIN_MS = 30_000

export type AwaitedCourses = ReturnType<typeof createAwaitedCourses>

/**
 * Saves lessons whose files were still uploading at the press of Save, once all have arrived: also after their course was closed, and in a
 * later visit. Later input is never saved by itself.
 */
export function createAwaitedCourses(host: Host, stored: readonly AwaitedLessons[] = []) {
  const { queue } = host
  let awaited = [...stored]
  const open = new Set<string>()
  const busy = new Set<string>()
  let again: ReturnType<typeof setTimeout> | undefined

  const change = (now: AwaitedLessons[]) => {
    awaited = now
    host.keep(awaited)
  }
  const forget = (courseId: string) => {
    if (awaited.some(({ course_id }) => course_id === courseId))
      change(awaited.filter(({ course_id }) => course_id !== courseId))
  }
  const arrived = () => new Map(queue.view().items.map(({ key, media }) => [key, media]))

  /** Returns true if all its files have arrived, or one is in this window's queue and none is still uploading. */
  function mayBeWhole({ content }: AwaitedLessons): boolean {
    const items = arrived()
    const references = referencesIn(content)
    const here = references.filter(({ key }) => items.has(key))
    return references.length === 0 || (here.length > 0 && here.every(({ key }) => items.get(key)))
  }

  async function finish(course: AwaitedLessons): Promise<void> {
    const { course_id, content, etag } = course
    const places = waitingPlaces(content)
    // Files that arrived while the course was open are in its draft.
    const typed = (await host.typed(course_id)) ?? content
    if (typedApartFrom(typed, places) !== typedApartFrom(content, places)) return forget(course_id)
    const items = arrived()
    const keys = referencesIn(typed).map(({ key }) => key)
    if (open.has(course_id) || !keys.every((key) => items.get(key))) return
    const whole = withoutReferences(typed, (key) => items.get(key)?.url ?? '')
    const saved = await host.save({ course_id, content: whole, etag })
    forget(course_id)
    if (saved) for (const key of keys) queue.taken(key)
  }

  function look(): void {
    for (const course of awaited) {
      const { course_id } = course
      if (busy.has(course_id) || !mayBeWhole(course)) continue
      busy.add(course_id)
      finish(course)
        .catch(() => {
          again ??= setTimeout(() => {
            again = undefined
            look()
          }, AGAIN_MS)
        })
        .finally(() => busy.delete(course_id))
    }
  }
  const stopWatching = queue.subscribe(look)
  look()

  return {
    /** Returns the lessons that wait in this course; undefined without any. */
    of: (courseId: string): AwaitedLessons | undefined => awaited.find(({ course_id }) => course_id === courseId),
    /** Notes that lessons were saved without their files, in place of what was noted of the course before. The files may be there by now. */
    note(lessons: AwaitedLessons): void {
      change([...awaited.filter(({ course_id }) => course_id !== lessons.course_id), lessons])
      if (!open.has(lessons.course_id)) look()
    },
    forget,
    /** The course is open and saves by itself. Answers how to say that it is not any more. */
    opened(courseId: string): () => void {
      open.add(courseId)
      return () => {
        open.delete(courseId)
        look()
      }
    },
    stop(): void {
      stopWatching()
      clearTimeout(again)
    },
  }
}
