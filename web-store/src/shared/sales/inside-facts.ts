import { heldText } from 'contract/access-period'
import type { PublicLesson } from 'contract/courses'
import { countText } from '../../ui/format.ts'
import type { ShownCourse } from './shown-course.ts'

/** `3 h 05 min`, `24 min`, `40 s`. */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** How long the lessons are in all; of those whose length nobody knows, that there are more. */
export function lengthText(lessons: readonly PublicLesson[]): string | undefined {
  const known = lessons.flatMap(({ seconds }) => seconds ?? [])
  if (known.length === 0) return undefined
  const all = spanText(known.reduce((sum, seconds) => sum + seconds, 0))
  return known.length === lessons.length ? all : `At least ${all}`
}

/** `7 lessons, 3 downloads`. */
export function lessonsText(lessons: readonly PublicLesson[]): string | undefined {
  if (lessons.length === 0) return undefined
  const downloads = lessons.filter(({ download }) => download).length
  return countText(lessons.length, 'lesson') + (downloads > 0 ? `, ${countText(downloads, 'download')}` : '')
}

/** `12 months`, `Lifetime`, or the owner's own words. */
export const accessText = (course: ShownCourse) => heldText(course)?.replace(/(’s?)? access$/, '')
