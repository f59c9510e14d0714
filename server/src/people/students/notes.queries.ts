import type { Db } from '../../context.ts'

export type NoteRow = { note_id: string; text: string; created_at: string; by: string }

/** One window of the notes about a student (`users.id`), newest first, and how many there are. */
export async function findNotes(
  db: Db,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ notes: NoteRow[]; total: number }> {
  const [notes, counted] = await Promise.all([
    db('student_notes as n')
      .join('admins as a', 'a.id', 'n.admin_id')
      .where({ user_id: userId })
      .orderBy('note_id', 'desc')
      .limit(limit)
      .offset(offset)
      .select('n.text', 'n.created_at', { note_id: db.raw('n.note_id::text'), by: 'a.email' }),
    db('student_notes').where({ user_id: userId }).count({ total: '*' }).first(),
  ])
  return { notes, total: Number(counted?.total ?? 0) }
}

export async function insertNote(
  trx: Db,
  note: { user_id: number; admin_id: number; text: string; created_at: Date },
): Promise<void> {
  await trx('student_notes').insert(note)
}

/** The text that was deleted; undefined when the student has no such note. */
export async function deleteNote(trx: Db, userId: number, noteId: string): Promise<boolean> {
  return (await trx('student_notes').where({ user_id: userId, note_id: noteId }).delete()) > 0
}
