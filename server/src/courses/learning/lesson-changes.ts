import { createHash } from 'node:crypto'
import type { Lesson } from 'contract/learning'
import type { z } from 'zod'

type SavedLesson = z.output<typeof Lesson>

/** Picks a lesson's content, without its description. */
export const contentOf = ({ kind, title, watch_link, download_link, files, captions }: SavedLesson) => [
  ...(kind === 'media' ? [] : [kind]),
  title,
  watch_link,
  download_link,
  ...files.map(({ name, url }) => `${name} ${url}`),
  ...captions.map(({ language, url }) => `captions ${language} ${url}`),
]

/** Hashes the lessons themselves: equal lessons have an equal tag. */
export function lessonsEtag(lessons: readonly SavedLesson[]): string {
  const text = JSON.stringify(
    lessons.map((lesson) => {
      const { lesson_id, seconds, preview, section, source, opens_after_days, opens_at } = lesson
      const opens = [opens_after_days, opens_at && new Date(opens_at).toISOString()]
      return [lesson_id, ...contentOf(lesson), seconds, preview, section, source, ...opens]
    }),
  )
  return `"lessons-${createHash('sha256').update(text).digest('base64url')}"`
}

type Opening = { opens_after_days?: number | null | undefined; opens_at?: string | null | undefined }

/** Prefers sent fields to stored ones; days replace a date, and a date replaces days. */
export function openingOf({ opens_after_days: days, opens_at: at }: Opening, previous: Opening | undefined) {
  if (days) return { opens_after_days: days, opens_at: null }
  if (at) return { opens_after_days: null, opens_at: at }
  return {
    opens_after_days: days === undefined ? (previous?.opens_after_days ?? null) : null,
    opens_at: at === undefined ? (previous?.opens_at ?? null) : null,
  }
}

const opensText = ({ opens_after_days: days, opens_at: at }: Opening) => [
  days && `opens after ${days} ${days === 1 ? 'day' : 'days'}`,
  at && `opens ${new Date(at).toISOString()}`,
]

/** Describes the differences between two lists of lessons: their number, and each added, removed or changed one. */
export function changedLessons(before: readonly SavedLesson[], after: readonly SavedLesson[]) {
  const lines = (lessons: readonly SavedLesson[]) =>
    lessons.map((lesson) =>
      [
        ...contentOf(lesson),
        lesson.seconds && `${lesson.seconds} s`,
        lesson.preview && 'free preview',
        lesson.section,
        ...opensText(lesson),
      ]
        .filter(Boolean)
        .join(' · '),
    )
  const [was, is] = [lines(before), lines(after)]
  const only = (some: string[], others: string[]) => some.filter((line) => !others.includes(line))
  return {
    before: { number: was.length, lessons: only(was, is) },
    after: { number: is.length, lessons: only(is, was) },
  }
}
