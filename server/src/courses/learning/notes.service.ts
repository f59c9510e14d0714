import { type AddNoteBody, MAX_NOTES, type Note } from 'contract/notes'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import { isLessonOf } from '../courses/lessons.queries.ts'
import { requireEnrolled } from './learning.service.ts'
import { countNotes, findNote, findNoteByKey, insertNote, updateNote } from './notes.queries.ts'

/** Stores a note once, however often it is sent; a repeat with changed text updates it. */
export async function addNote(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  note: z.output<typeof AddNoteBody>,
): Promise<Note> {
  await requireEnrolled(db, userId, note.course_id, now())
  if (!(await isLessonOf(db, note.lesson_id, note.course_id))) throw appError('not_found', 'Lesson not found')
  return db.transaction(async (trx) => {
    await lockLiving(trx, userId)
    const count = await countNotes(trx, userId, note.course_id)
    const known = await findNoteByKey(trx, userId, note.key)
    if (known) {
      const { note_id: noteId, version } = known
      // A note changed since then is newer than a late repeat.
      if (known.text === note.text || version > 1) return known
      return (await updateNote(trx, userId, { noteId, text: note.text, version, now: now() })) ?? known
    }
    if (count >= MAX_NOTES)
      throw appError('conflict', 'A course can have at most {count} notes', { values: { count: MAX_NOTES } })
    return insertNote(trx, { ...note, user_id: userId, now: now() })
  })
}

export async function changeNote(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  change: { noteId: string; text: string; version: number },
): Promise<Note> {
  const changed = await updateNote(db, userId, { ...change, now: now() })
  if (changed) return changed
  const current = await findNote(db, userId, change.noteId)
  if (!current) throw appError('not_found', 'Note not found')
  // The answer to the same change was lost.
  if (current.text === change.text && current.version === change.version + 1) return current
  throw appError('edit_conflict', 'This note was changed in another tab or on another device', { current })
}
