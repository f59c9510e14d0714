import type { GeneratedText } from 'contract/courses/generated'
import type { Missing } from 'contract/placement'
import { adminPaths } from '../../host/admin-paths.ts'

/** Names of the parts that a course needs to go on sale, as its form has them. */
export const partNames: Record<Missing, string> = {
  name: 'Title',
  description: 'Description',
  long_description: 'Long description',
  header_text: 'Headline',
  header_below: 'Line under it',
  price: 'Price',
  banner: 'Banner',
  lessons: 'Lessons',
  bundle_courses: 'Courses',
}

/** Returns where a part is filled in: its field in the form, or the lessons. */
export const partPath = (courseId: string, part: Missing): string =>
  part === 'lessons' ? adminPaths.lessons(courseId) : `${adminPaths.editCourse(courseId)}&field=${part}`

const SHOWN_TITLES = 3

/** Quotes the unchanged texts of a folder by part, a line each; of many lessons the first. */
export function generatedLines(generated: readonly GeneratedText[]): { part: Missing; line: string }[] {
  const byPart = Map.groupBy(generated, ({ part }) => part)
  return [...byPart].map(([part, texts]) => {
    const quoted = texts.slice(0, SHOWN_TITLES).map(({ text }) => `“${text.slice(0, 80)}”`)
    const more = texts.length - quoted.length
    return { part, line: more > 0 ? `${quoted.join(', ')} and ${more} more` : quoted.join(', ') }
  })
}

/** Lists parts in one line: `Banner, price`. */
export const partsText = (parts: readonly Missing[]): string => {
  const [first = '', ...others] = parts.map((part) => partNames[part])
  return [first, ...others.map((name) => name.toLowerCase())].join(', ')
}
