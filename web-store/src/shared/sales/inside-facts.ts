import { lifetimeText } from 'contract/access-period'
import type { PublicLesson } from 'contract/courses/public-lesson'
import { plural, said, t } from '../../language/text.ts'
import { periodText } from '../courses/access-text.ts'
import type { ShownCourse } from './shown-course.ts'

/** `3 h 05 min`, `24 min`, `40 s`. */
export function spanText(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('{minutes} min', { minutes })
  return t('{hours} h {minutes} min', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  })
}

/** Returns the length of all lessons; says "more" when some lengths are unknown. */
export function lengthText(lessons: readonly PublicLesson[]): string | undefined {
  const known = lessons.flatMap(({ seconds }) => seconds ?? [])
  if (known.length === 0) return undefined
  const all = spanText(known.reduce((sum, seconds) => sum + seconds, 0))
  return known.length === lessons.length ? all : all.replace(/\d+(?=\D*$)/, '$&+')
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
  return access_period ? periodText(access_period) : words && said(words)
}
