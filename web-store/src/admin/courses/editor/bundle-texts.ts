import { countText } from '../../../ui/format.ts'
import type { AdminCard } from '../courses.queries.ts'
import type { CourseForm } from './course-form.ts'

/** Fields of a bundle that its courses can fill. */
export const PROPOSED = ['description', 'header_text', 'header_below', 'long_description', 'banner'] as const
export type Proposed = (typeof PROPOSED)[number]

type Part = Pick<AdminCard, 'name' | 'description' | 'banner' | 'lessons'>

/** `A`, `A and B`, `A, B and C`; beyond the length as many names as fit. */
function namesIn(parts: readonly Part[], most: number): string {
  const names = parts.map(({ name }) => name)
  for (let count = names.length; count > 1; count--) {
    const last = count < names.length ? 'more' : names.at(-1)
    const text = `${names.slice(0, count < names.length ? count : -1).join(', ')} and ${last}`
    if (text.length <= most) return text
  }
  return (names[0] ?? '').slice(0, most)
}

/** The texts and the banner that a bundle has by its courses: each line of the long description is one of them. */
export function bundleTexts(parts: readonly Part[]): Record<Proposed, string> {
  const lessons = parts.reduce((sum, part) => sum + part.lessons, 0)
  const inside = `${countText(parts.length, 'course')}${lessons > 0 ? `, ${countText(lessons, 'lesson')}` : ''}`
  return {
    description: `${inside}: ${namesIn(parts, 1900)}.`,
    header_text: `Learn with ${namesIn(parts, 400)}`,
    header_below: `${inside}, one price`,
    long_description: parts
      .map(({ name, description }) => (description ? `${name}: ${description.replace(/\s+/g, ' ').trim()}` : name))
      .join('\n')
      .slice(0, 20_000),
    banner: parts.find(({ banner }) => banner)?.banner ?? '',
  }
}

/** Proposes texts for the empty ones of `fields`; what was typed stays. */
export function proposalsFor(
  fields: readonly Proposed[],
  typed: Pick<CourseForm, Proposed>,
  parts: readonly Part[],
): Partial<Record<Proposed, string>> {
  const texts = bundleTexts(parts)
  return Object.fromEntries(
    fields.flatMap((field) => (typed[field].trim() || !texts[field] ? [] : [[field, texts[field]]])),
  )
}
