import type { Criterion } from 'contract/assignments/hand-ins'
import type { LessonKind } from 'contract/courses/lesson-input'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { COURSES, LESSONS } from '../courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { type HandInRow, handInColumns, type Mark } from './hand-ins.queries.ts'

export type InboxRow = HandInRow & {
  course_id: string
  course_name: string
  lesson_kind: LessonKind | null
  lesson_title: string | null
  public_id: string
  name: string
  number: number
  file_name: string | null
  has_course: boolean
}

const joined = (db: Db) =>
  db('hand_ins as h')
    .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'h.user_id')
    .join(db.raw(`${COURSES} as c`), 'c.course_id', 'h.course_id')
    .leftJoin('hand_in_files as f', 'f.hand_in_id', 'h.hand_in_id')
    .leftJoin(db.raw(`${LESSONS} as l`), (join) =>
      join.on('l.lesson_id', 'h.lesson_id').andOn('l.course_id', 'h.course_id'),
    )

const columns = (db: Db, now: Date) => [
  ...handInColumns(db, 'h'),
  'h.course_id',
  { course_name: 'c.name' },
  { lesson_title: 'l.title' },
  { lesson_kind: 'l.kind' },
  { public_id: 'u.user_id' },
  'u.name',
  { file_name: 'f.name' },
  db.raw(
    `(select count(*)::int from hand_ins before where before.user_id = h.user_id and before.lesson_id = h.lesson_id
      and before.hand_in_id <= h.hand_in_id) as number`,
  ),
  db.raw(
    `exists (select from ${PRESENT_ENROLMENTS} e where e.user_id = h.user_id and e.course_id = h.course_id) as has_course`,
    { now },
  ),
]

type ListQuery = {
  q?: string | undefined
  status?: 'waiting' | 'marked' | undefined
  sort?: 'newest' | 'oldest' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Returns a page of all courses' work, the matches, and the total of waiting work. */
export async function listForAdmins(
  db: Db,
  now: Date,
  { q, status, sort = 'newest', limit = 50, offset = 0 }: ListQuery,
): Promise<{ rows: InboxRow[]; total: number; waiting: number }> {
  const found = q ? joined(db) : db('hand_ins as h')
  if (status) status === 'waiting' ? found.where('h.status', 'waiting') : found.whereNot('h.status', 'waiting')
  if (q) found.whereRaw(...everyWord(q, ['c.name', 'l.title', 'u.name', 'h.text', 'h.feedback', 'f.name']))
  const order = sort === 'newest' ? 'h.handed_in_at desc, h.hand_in_id desc' : 'h.handed_in_at, h.hand_in_id'
  const [page, open] = await Promise.all([
    readPage<InboxRow>(db, found, { limit, offset }, (window) =>
      joined(db)
        .whereIn('h.hand_in_id', window.select('h.hand_in_id').orderByRaw(order))
        .select(columns(db, now))
        .orderByRaw(order),
    ),
    db('hand_ins').where({ status: 'waiting' }).count({ total: '*' }).first(),
  ])
  return { ...page, waiting: Number(open?.total ?? 0) }
}

/** Reads a submission in the console's form; `trx` locks it against other admins and its student. */
export async function findForAdmins(
  db: Db,
  now: Date,
  id: string,
  { lock = false } = {},
): Promise<InboxRow | undefined> {
  const found = joined(db).where('h.hand_in_id', id).first(columns(db, now))
  return lock ? found.forUpdate('h') : found
}

/** Returns true when the student submitted again after this one. */
export async function isSuperseded(db: Db, { user_id, lesson_id, hand_in_id }: HandInRow): Promise<boolean> {
  const later = await db('hand_ins').where({ user_id, lesson_id }).where('hand_in_id', '>', hand_in_id).first('key')
  return later !== undefined
}

export async function saveMark(
  trx: Db,
  id: string,
  {
    criteria,
    marks,
    ...mark
  }: {
    status: 'accepted' | 'again'
    criteria: Criterion[]
    marks: Mark[]
    feedback: string | null
    marked_at: Date
    again_due_at: Date | null
  },
): Promise<void> {
  const written = { criteria: JSON.stringify(criteria), marks: JSON.stringify(marks) }
  await trx('hand_ins')
    .where({ hand_in_id: id })
    .update({ ...mark, ...written })
}
