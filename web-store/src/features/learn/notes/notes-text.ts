import type { Note } from 'contract/notes'
import { t } from '../../../language/text.ts'
import { clockLength } from '../../../ui/format.ts'

type Lesson = { lesson_id: string; title: string }

/** The notes by lesson, in the order of the course; of a lesson that is gone at the end, under no name. */
export function byLesson(notes: readonly Note[], lessons: readonly Lesson[]): (Lesson & { notes: Note[] })[] {
  const present = new Set(lessons.map(({ lesson_id }) => lesson_id))
  const groups = lessons.map(({ lesson_id, title }) => ({
    lesson_id,
    title,
    notes: notes.filter((note) => note.lesson_id === lesson_id),
  }))
  const gone = notes.filter(({ lesson_id }) => !present.has(lesson_id))
  const others = { lesson_id: '', title: t('Lessons that are gone'), notes: gone }
  return [...groups, others].filter((group) => group.notes.length > 0)
}

/** All notes as Markdown, which reads as text, too. */
export function notesText(course: string, notes: readonly Note[], lessons: readonly Lesson[]): string {
  const line = ({ second, text }: Note) =>
    `- ${second === null ? '' : `**${clockLength(second)}** `}${text.replaceAll('\n', '\n  ')}`
  const parts = byLesson(notes, lessons).map((group) => `## ${group.title}\n\n${group.notes.map(line).join('\n')}\n`)
  return [`# ${course}\n`, ...parts].join('\n')
}
