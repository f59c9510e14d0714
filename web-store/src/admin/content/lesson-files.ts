import { titleOfFile } from 'contract/courses/lesson-title'
import { compareNames } from '../lists/natural-order.ts'
import { referencesIn, uploadKeyOf, uploadReference, withoutReferences } from '../media/queue/upload-reference.ts'
import type { Steps, Work } from '../media/queue/upload-work.ts'
import { emptyLesson, type LessonFields } from './lesson-form.ts'

const isWaiting = ({ watch_link }: Pick<LessonFields, 'watch_link'>) => uploadKeyOf(watch_link) !== undefined

/** New lessons of files that go up, in the order of their numbers; `keys` are those of the queue. */
export function lessonsOfFiles(names: readonly string[], keys: readonly string[]): LessonFields[] {
  return names
    .map((name, n) => ({ name, key: keys[n] ?? '' }))
    .sort((a, b) => compareNames(a.name, b.name))
    .map(({ name, key }) => ({ ...emptyLesson, title: titleOfFile(name), watch_link: uploadReference(key) }))
}

type Linked = { lesson_id?: string | null | undefined; watch_link: string }

/**
 * Returns the lessons that can be saved while files upload: a new one waits for its file, a stored one keeps its present file until the other
 * arrives.
 */
export function readyLessons<Lesson extends Linked>(lessons: readonly Lesson[], stored: readonly Linked[]): Lesson[] {
  const links = new Map(stored.flatMap(({ lesson_id, watch_link }) => (lesson_id ? [[lesson_id, watch_link]] : [])))
  return lessons.flatMap((lesson) => {
    if (!isWaiting(lesson)) return [lesson]
    const link = lesson.lesson_id ? links.get(lesson.lesson_id) : undefined
    return link ? [{ ...lesson, watch_link: link }] : []
  })
}

/**
 * Returns the stored lessons, and at their typed places those that waited for their files when the others were sent: a file may have arrived
 * since.
 */
export function withWaiting(
  stored: readonly LessonFields[],
  typed: readonly LessonFields[],
  waited: ReadonlySet<number>,
): LessonFields[] {
  const content = [...stored]
  typed.forEach((lesson, place) => {
    if (!waited.has(place)) return
    const there = lesson.lesson_id ? content.findIndex(({ lesson_id }) => lesson_id === lesson.lesson_id) : -1
    if (there < 0) content.splice(Math.min(place, content.length), 0, lesson)
    else content[there] = { ...(content[there] ?? lesson), watch_link: lesson.watch_link }
  })
  return content
}

export const countWaiting = (lessons: readonly LessonFields[]): number => lessons.filter(isWaiting).length

/** Returns the typed text without the files that arrived later: without those of `waiting` it is the same before and after. */
export const typedApartFrom = (lessons: readonly LessonFields[], waiting: ReadonlySet<number>): string =>
  JSON.stringify(lessons.map((lesson, place) => (waiting.has(place) ? { ...lesson, watch_link: '' } : lesson)))

/** Places of the lessons that wait for a file. */
export const waitingPlaces = (lessons: readonly LessonFields[]): Set<number> =>
  new Set(lessons.flatMap((lesson, place) => (isWaiting(lesson) ? [place] : [])))

/** Lessons of a course as they stood when they were saved, some of them without their files. `etag`: the version that they go over. */
export type AwaitedLessons = { course_id: string; content: LessonFields[]; etag: string | undefined }

type Host = {
  /** The course is open, and saves by itself. */
  isOpen(courseId: string): boolean
  /** The draft of the course; undefined without one. */
  typed(courseId: string): Promise<LessonFields[] | undefined>
  /** Saves the lessons, which have all their files; answers false when others have saved theirs since, or something in them is wrong. */
  save(lessons: AwaitedLessons): Promise<boolean>
}

/**
 * Saves lessons whose files were still uploading at the press of Save, once all have arrived: also after their course was closed, and in a
 * later visit. Later input is never saved by itself.
 */
export const awaitedSteps = ({ isOpen, typed: typedIn, save }: Host): Steps<AwaitedLessons & Work> => ({
  uploadsOf: ({ content }) => referencesIn(content).map(({ key }) => key),
  step({ course_id, content, etag }, { mediaOf, open, failed }) {
    if (isOpen(course_id) || open + failed > 0) return undefined
    const finish = async () => {
      const places = waitingPlaces(content)
      // Files that arrived while the course was open are in its draft.
      const typed = (await typedIn(course_id)) ?? content
      if (typedApartFrom(typed, places) !== typedApartFrom(content, places)) return 'dropped'
      if (isOpen(course_id) || !referencesIn(typed).every(({ key }) => mediaOf(key))) return 'waits'
      const whole = withoutReferences(typed, (key) => mediaOf(key)?.url ?? '')
      return (await save({ course_id, content: whole, etag })) ? 'over' : 'dropped'
    }
    return finish()
  },
})
