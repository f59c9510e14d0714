import { expect, it } from 'vitest'
import { notesText } from './notes-text.ts'

const note = (lesson_id: string, second: number | null, text: string) => ({
  note_id: text,
  lesson_id,
  second,
  text,
  version: 1,
  created_at: '2026-11-21T10:00:00.000Z',
})

it('notes are exported by lesson, with their seconds, each line within its note', () => {
  const lessons = [
    { lesson_id: 'b', title: 'Begin' },
    { lesson_id: 'a', title: 'Again' },
    { lesson_id: 'c', title: 'Nothing noted' },
  ]
  const notes = [note('a', 754, 'Two lines\nat most'), note('b', null, 'No second'), note('x', 3, 'Left')]
  expect(notesText('Reels', notes, lessons)).toBe(`# Reels

## Begin

- No second

## Again

- **12:34** Two lines
  at most

## Lessons that are gone

- **0:03** Left
`)
})
