import type { AddNoteBody, Note } from 'contract/notes'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { LESSONS } from '../courses/courses.sql.ts'

const columns = (db: Db) => [db.raw('note_id::text'), 'lesson_id', 'second', 'text', 'version', 'created_at']

/** Lists a student's (`users.id`) notes of a course, each lesson's in the order of their seconds. */
export async function listNotes(db: Db, userId: number, courseId: string): Promise<Note[]> {
  const rows: (Note & { lesson_title: string | null })[] = await db('lesson_notes')
    .leftJoin(db.raw(`${LESSONS} as lessons`), 'lessons.lesson_id', 'lesson_notes.lesson_id')
    .where({ user_id: userId, 'lesson_notes.course_id': courseId })
    .orderByRaw('lesson_notes.lesson_id, second nulls last, lesson_notes.note_id')
    .select(db.raw('note_id::text'), 'lesson_notes.lesson_id', 'second', 'text', 'version', 'lesson_notes.created_at')
    .select({ lesson_title: 'lessons.title' })
  return rows.map(({ lesson_title, ...note }) => (lesson_title === null ? note : { ...note, lesson_title }))
}

/** Counts the notes; blocks further ones until the transaction ends. */
export async function countNotes(trx: Db, userId: number, courseId: string): Promise<number> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`lesson_notes ${userId}`])
  const counted = await trx('lesson_notes')
    .where({ user_id: userId, course_id: courseId })
    .count({ total: '*' })
    .first()
  return Number(counted?.total ?? 0)
}

export async function findNoteByKey(db: Db, userId: number, key: string): Promise<Note | undefined> {
  return db('lesson_notes').where({ user_id: userId, key }).first(columns(db))
}

export async function findNote(db: Db, userId: number, noteId: string): Promise<Note | undefined> {
  return db('lesson_notes').where({ user_id: userId, note_id: noteId }).first(columns(db))
}

export async function insertNote(
  trx: Db,
  note: z.output<typeof AddNoteBody> & { user_id: number; now: Date },
): Promise<Note> {
  const { now, ...row } = note
  const [stored] = await trx('lesson_notes')
    .insert({ ...row, created_at: now, updated_at: now })
    .returning(columns(trx) as never)
  return stored
}

/** Updates the note; undefined when it is gone, another's, or no longer of this version. */
export async function updateNote(
  db: Db,
  userId: number,
  { noteId, text, version, now }: { noteId: string; text: string; version: number; now: Date },
): Promise<Note | undefined> {
  const [changed] = await db('lesson_notes')
    .where({ user_id: userId, note_id: noteId, version })
    .update({ text, version: version + 1, updated_at: now })
    .returning(columns(db) as never)
  return changed
}

export async function deleteNote(db: Db, userId: number, noteId: string): Promise<void> {
  await db('lesson_notes').where({ user_id: userId, note_id: noteId }).delete()
}
