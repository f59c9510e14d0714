import type { StudentLesson } from 'contract/learning'
import { plural, t } from '../../../language/text.ts'
import { lessonSource } from '../../../shared/courses/lesson-source.ts'
import { atLeast, spanText } from '../../../shared/courses/span-text.ts'
import { clockLength } from '../../../ui/format.ts'

type Timed = Pick<StudentLesson, 'seconds' | 'length' | 'position' | 'completed'>

/** Returns the length in seconds: as the sales page says it, else as the player had it. */
export const secondsOf = ({ seconds, length }: Pick<Timed, 'seconds' | 'length'>): number | null => seconds ?? length

/** Returns the seconds of a lesson that are left; 0 for a completed one, null without a length. */
export function secondsLeft(lesson: Timed): number | null {
  const all = secondsOf(lesson)
  return all === null ? null : lesson.completed ? 0 : Math.max(0, all - lesson.position)
}

/** Returns the part of a lesson in front of its position, in percent; 0 without a length. */
export function percentPlayed(lesson: Timed): number {
  const all = secondsOf(lesson)
  return all ? Math.min(100, Math.round((100 * lesson.position) / all)) : 0
}

/** Returns true for a video or sound of unknown length. */
const isUntimed = (lesson: StudentLesson): boolean =>
  lesson.kind === 'media' &&
  secondsOf(lesson) === null &&
  !['pdf', 'link'].includes(lessonSource(lesson.watch_link).kind)

/** Returns the length of these lessons, `38+ min` when a part of it is not known; undefined without any. */
const lengthOf = (lessons: readonly StudentLesson[]): string | undefined => sumOf(lessons, secondsOf)

/** Returns what is left of these lessons, as above; undefined with nothing left. */
export const leftOf = (lessons: readonly StudentLesson[]): string | undefined =>
  sumOf(
    lessons.filter(({ completed }) => !completed),
    secondsLeft,
  )

function sumOf(lessons: readonly StudentLesson[], part: (lesson: StudentLesson) => number | null): string | undefined {
  const sum = lessons.reduce((all, lesson) => all + (part(lesson) ?? 0), 0)
  if (sum === 0) return undefined
  return lessons.some(isUntimed) ? atLeast(spanText(sum)) : spanText(sum)
}

/** `4 of 10 done, 1 h 58 min`. */
export function doneText(lessons: readonly StudentLesson[]): string {
  const done = lessons.filter(({ completed }) => completed).length
  return withLength(t('{done} of {all} done', { done, all: lessons.length }), lessons)
}

/** `10 lessons, 1 h 58 min`. */
export const wholeText = (lessons: readonly StudentLesson[]): string =>
  withLength(plural(lessons.length, { one: '{count} lesson', other: '{count} lessons' }), lessons)

const withLength = (words: string, lessons: readonly StudentLesson[]): string =>
  [words, lengthOf(lessons)].filter(Boolean).join(', ')

/** Names the place in a lesson: what is left of the open one, and where another stopped; undefined for one that was not begun. */
export function placeText(lesson: Timed, open: boolean): string | undefined {
  if (lesson.completed) return undefined
  const left = secondsLeft(lesson)
  if (open) return left ? t('{length} left', { length: clockLength(Math.ceil(left)) }) : undefined
  return lesson.position >= 1 ? t('Stopped at {time}', { time: clockLength(lesson.position) }) : undefined
}
