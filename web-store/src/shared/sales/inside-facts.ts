import { lifetimeText } from 'contract/access-period'
import type { PublicLesson } from 'contract/courses/public-lesson'
import { filled, plural } from '../../language/text.ts'
import { periodText } from '../courses/access-text.ts'
import { atLeast, spanText } from '../courses/span-text.ts'
import type { ShownCourse } from './shown-course.ts'

/** Returns the length of all lessons; says "more" when some lengths are unknown. */
export function lengthText(lessons: readonly PublicLesson[]): string | undefined {
  const known = lessons.flatMap(({ seconds }) => seconds ?? [])
  if (known.length === 0) return undefined
  const all = spanText(known.reduce((sum, seconds) => sum + seconds, 0))
  return known.length === lessons.length ? all : atLeast(all)
}

/** `7 lessons, 3 downloads`. */
export function lessonsText(lessons: readonly PublicLesson[]): string | undefined {
  if (lessons.length === 0) return undefined
  const downloads = lessons.filter(({ download }) => download).length
  const lessonsOf = plural(lessons.length, { one: '{count} lesson', other: '{count} lessons' })
  return downloads > 0
    ? `${lessonsOf}, ${plural(downloads, { one: '{count} download', other: '{count} downloads' })}`
    : lessonsOf
}

/** `12 months`, `Lifetime`, or the owner's own words. */
export const accessText = ({ access_period, lifetime_access }: ShownCourse) => {
  const words = lifetimeText(lifetime_access)?.replace(/ access$/, '')
  return access_period ? periodText(access_period) : words && filled(words)
}
