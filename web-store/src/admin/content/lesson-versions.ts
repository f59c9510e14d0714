import type { LessonKind } from 'contract/courses/lesson-input'
import { clockLength } from '../../ui/format.ts'
import type { VersionPart } from '../forms/version-parts.ts'

/** A lesson as it is stored or sent; a new one has no id yet. */
export type Lesson = {
  lesson_id?: string | null | undefined
  kind?: LessonKind | null | undefined
  title: string
  watch_link: string
  download_link?: string | null | undefined
  seconds?: number | null | undefined
  /** In a form, in place of `seconds`. */
  length?: string | undefined
  preview?: boolean | undefined
  files?: readonly { name: string }[] | undefined
  captions?: readonly { language: string }[] | undefined
  section?: string | null | undefined
}

const ORDER = 'order'

function wordsOf(lesson: Lesson | undefined): string {
  if (!lesson) return ''
  const { section, title, watch_link, download_link, seconds, preview, files = [], captions = [] } = lesson
  const length = seconds ? clockLength(seconds) : lesson.length
  return [
    section,
    lesson.kind === 'quiz' && 'Quiz',
    lesson.kind === 'assignment' && 'Assignment',
    lesson.kind === 'live' && 'Live',
    title,
    watch_link,
    download_link,
    length,
    preview && 'Free preview',
    ...files.map(({ name }) => name),
    ...captions.map(({ language }) => `Captions: ${language}`),
  ]
    .filter(Boolean)
    .join('\n')
}

const byId = (lessons: readonly Lesson[]) =>
  new Map(lessons.flatMap((lesson) => (lesson.lesson_id ? [[lesson.lesson_id, lesson] as const] : [])))

/** Ids of a list that the other one has too, in its own order. */
const orderOf = (lessons: readonly Lesson[], others: Map<string, Lesson>) =>
  [...byId(lessons).keys()].filter((id) => others.has(id)).join()

/** Compares the lessons of this admin with the stored ones; `base` are those the edit began with. */
export function lessonParts(
  mine: readonly Lesson[],
  theirs: readonly Lesson[],
  base: readonly Lesson[],
): VersionPart[] {
  const [own, other, before] = [byId(mine), byId(theirs), byId(base)]
  const parts: VersionPart[] = [...new Set([...own.keys(), ...other.keys()])].flatMap((id) => {
    const [here, there, was] = [wordsOf(own.get(id)), wordsOf(other.get(id)), wordsOf(before.get(id))]
    if (here === there) return []
    const label = `lesson ‘${own.get(id)?.title ?? other.get(id)?.title ?? ''}’`
    return [{ id, label, mine: here, theirs: there, changedHere: here !== was }]
  })
  if (orderOf(mine, other) !== orderOf(theirs, own)) {
    const titles = (lessons: readonly Lesson[]) => lessons.map(({ title }) => title)
    const changedHere = orderOf(mine, before) !== orderOf(base, own)
    parts.push({ id: ORDER, label: 'order of the lessons', mine: titles(mine), theirs: titles(theirs), changedHere })
  }
  return parts
}

/**
 * Merges the lessons of this admin with the parts named. New lessons of this admin stay; a lesson that only the others have takes its place
 * among theirs.
 */
export function mergedLessons<Own extends Lesson>(
  mine: readonly Own[],
  theirs: readonly Lesson[],
  taken: ReadonlySet<string>,
): (Own | Lesson)[] {
  const [own, other] = [byId(mine), byId(theirs)]
  const merged: (Own | Lesson)[] = mine.flatMap((lesson) => {
    const id = lesson.lesson_id
    if (!id || !taken.has(id)) return [lesson]
    const replaced = other.get(id)
    return replaced ? [replaced] : []
  })
  theirs.forEach((lesson, place) => {
    const id = lesson.lesson_id
    if (id && taken.has(id) && !own.has(id)) merged.splice(Math.min(place, merged.length), 0, lesson)
  })
  if (!taken.has(ORDER)) return merged
  const places = new Map([...other.keys()].map((id, place) => [id, place]))
  const placeOf = (lesson: Lesson) => places.get(lesson.lesson_id ?? '') ?? places.size
  return merged.toSorted((a, b) => placeOf(a) - placeOf(b))
}
