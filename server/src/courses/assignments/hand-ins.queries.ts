import type { HandInStatus } from 'contract/assignments/hand-in-status'
import type { Criterion } from 'contract/assignments/hand-ins'
import type { Db } from '../../context.ts'
import { LESSONS } from '../courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { opensAt } from '../learning/opening.sql.ts'
import { fileColumns, type HandInFile } from './hand-in-files.queries.ts'

export type Mark = { criterion_id: string; given: number }

export type HandInRow = {
  hand_in_id: string
  user_id: number
  lesson_id: string
  text: string | null
  handed_in_at: string
  due_at: string | null
  status: HandInStatus
  /** The rubric of the mark. */
  criteria: Criterion[] | null
  marks: Mark[] | null
  feedback: string | null
  marked_at: string | null
  again_due_at: string | null
}

export const handInColumns = (db: Db, of = 'hand_ins') => [
  db.raw('??::text as hand_in_id', [`${of}.hand_in_id`]),
  ...['user_id', 'lesson_id', 'text', 'handed_in_at', 'due_at', 'status'].map((column) => `${of}.${column}`),
  ...['criteria', 'marks', 'feedback', 'marked_at', 'again_due_at'].map((column) => `${of}.${column}`),
]

type Place = { userId: number; lessonId: string }

/** Lists a student's (`users.id`) submissions for a lesson, newest first. */
export async function listHandIns(db: Db, { userId, lessonId }: Place): Promise<HandInRow[]> {
  return db('hand_ins')
    .where({ user_id: userId, lesson_id: lessonId })
    .orderBy('hand_ins.hand_in_id', 'desc')
    .select(handInColumns(db))
}

/** Finds the files by submission. */
export async function findFilesOf(db: Db, handInIds: readonly string[]): Promise<Map<string, HandInFile>> {
  const rows: (HandInFile & { hand_in_id: string })[] = await db('hand_in_files')
    .whereIn('hand_in_id', [...handInIds])
    .select(...fileColumns, db.raw('hand_in_id::text as hand_in_id'))
  return new Map(rows.map(({ hand_in_id, ...file }) => [hand_in_id, file]))
}

/** Blocks further submissions of the student (`users.id`) until the transaction ends. */
export async function lockWork(trx: Db, userId: number): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`hand_ins ${userId}`])
}

/** Finds a file that was sent and not submitted yet. */
export async function findUnsentFile(db: Db, { userId, lessonId }: Place): Promise<HandInFile | undefined> {
  return db('hand_in_files').where({ user_id: userId, lesson_id: lessonId, hand_in_id: null }).first(fileColumns)
}

export async function insertFile(trx: Db, file: HandInFile & { lesson_id: string; created_at: Date }): Promise<void> {
  await trx('hand_in_files').insert(file)
}

export async function findHandInByKey(
  trx: Db,
  userId: number,
  key: string,
): Promise<{ lesson_id: string } | undefined> {
  return trx('hand_ins').where({ user_id: userId, key }).first('lesson_id')
}

type NewHandIn = {
  user_id: number
  course_id: string
  lesson_id: string
  key: string
  text: string | null
  handed_in_at: Date
  due_at: Date | null
}

/** Inserts a submission with its file; returns its id. */
export async function insertHandIn(trx: Db, row: NewHandIn, fileId: string | null): Promise<string> {
  const [stored] = await trx('hand_ins').insert(row).returning('hand_in_id')
  if (fileId) await trx('hand_in_files').where({ file_id: fileId }).update({ hand_in_id: stored.hand_in_id })
  return String(stored.hand_in_id)
}

/** Replaces the text of unmarked work. */
export async function rewordHandIn(
  trx: Db,
  { userId, key, text, now }: { userId: number; key: string; text: string; now: Date },
): Promise<void> {
  await trx('hand_ins')
    .where({ user_id: userId, key, status: 'waiting' })
    .whereRaw('text is distinct from ?', text)
    .update({ text, handed_in_at: now })
}

/** Finds an own submission and locks it against marking until the transaction ends. */
export async function lockHandIn(
  trx: Db,
  { userId, lessonId }: Place,
  id: string,
): Promise<{ status: HandInStatus } | undefined> {
  return trx('hand_ins').where({ hand_in_id: id, user_id: userId, lesson_id: lessonId }).forUpdate().first('status')
}

/** Deletes a submission; its file becomes an unsubmitted one. */
export async function deleteHandIn(trx: Db, id: string, now: Date): Promise<void> {
  await trx('hand_in_files').where({ hand_in_id: id }).update({ hand_in_id: null, created_at: now })
  await trx('hand_ins').where({ hand_in_id: id }).delete()
}

/** Returns when the lesson opened for an enrolled student; the days until the deadline count from it. */
export async function findOpened(db: Db, place: Place & { now: Date }): Promise<Date | undefined> {
  const { rows } = await db.raw<{ rows: { at: string }[] }>(
    `select greatest(e.granted_at, ${opensAt('l', 'e')}) as at from ${LESSONS} l
     join ${PRESENT_ENROLMENTS} e on e.course_id = l.course_id and e.user_id = :userId
     where l.lesson_id = :lessonId`,
    place,
  )
  return rows[0] && new Date(rows[0].at)
}
