import { z } from 'zod'
import { Missing } from '../placement-parts.ts'
import { cleanName } from '../spelling.ts'
import { titleOfFile } from './lesson-title.ts'

/** A text that a folder gave its course and that nobody has changed; a lesson's is its title. */
export const GeneratedText = z.object({ part: Missing, text: z.string() })
export type GeneratedText = z.output<typeof GeneratedText>

type Texts = Record<'name' | 'description' | 'long_description' | 'header_text' | 'header_below', string>
type Lesson = { title: string; source: string | null }

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

/** Words that a folder's own texts are filled up with; `generatedIn` finds them again. */
export const filled = {
  holds: (lessons: number, files: number) =>
    [counted(lessons, 'lesson'), ...(files > 0 ? [counted(files, 'file')] : [])].join(' and '),
  description: (begin: string, holds: string) => `${begin} This course has ${holds}.`,
  end: 'Watch the lessons in your own time.',
  heading: (title: string) => (title.length >= 10 ? title : `The course ${title}`),
  lesson: (path: string) => cleanName(titleOfFile(path.split('/').at(-1) ?? '')) || 'Lesson',
}

const HOLDS = String.raw`\d+ lessons?(?: and \d+ files?)?`

/** Returns the texts of a course from a folder that are still those of its files. */
export function generatedIn(course: Texts, lessons: readonly Lesson[]): GeneratedText[] {
  const ofFolder = lessons.flatMap(({ title, source }) => (source === null ? [] : [{ title, source }]))
  if (ofFolder.length === 0) return []
  const { name, description, long_description, header_text, header_below } = course
  const found: Partial<Record<Missing, boolean>> = {
    description: new RegExp(`This course has ${HOLDS}\\.$`).test(description),
    long_description: long_description.endsWith(filled.end),
    header_text: header_text === filled.heading(name),
    header_below: new RegExp(`^${HOLDS}$`).test(header_below),
  }
  const texts = Object.entries(found).flatMap(([part, is]) =>
    is ? [{ part: part as Missing, text: course[part as keyof Texts] }] : [],
  )
  const titles = ofFolder.filter(({ title, source }) => title === filled.lesson(source))
  return [...texts, ...titles.map(({ title }) => ({ part: 'lessons' as const, text: title }))]
}
