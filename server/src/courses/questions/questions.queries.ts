import type { AdminQuestion, Question, QuestionBody } from 'contract/questions'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { COURSES, LESSONS } from '../courses/courses.sql.ts'
import { ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { MOST_SHOWN } from './questions.sql.ts'

const studentColumns = (db: Db, userId: number) => [
  db.raw('question_id::text'),
  db.raw('user_id = ? as mine', [userId]),
  db.raw('shown_name as name'),
  'text',
  'asked_at',
  'answer',
  'answered_at',
  db.raw('shown_at is not null as shown'),
]

/** Lists the student's (`users.id`) own questions under a lesson and the public ones, newest first. */
export async function listQuestions(
  db: Db,
  { userId, courseId, lessonId }: { userId: number; courseId: string; lessonId: string },
): Promise<Question[]> {
  const under = () => db('questions').where({ course_id: courseId, lesson_id: lessonId })
  const others = under()
    .whereNot('user_id', userId)
    .whereNotNull('shown_at')
    .orderBy('answered_at', 'desc')
    .limit(MOST_SHOWN)
  return under()
    .where((either) => either.where({ user_id: userId }).orWhereIn('question_id', others.select('question_id')))
    .orderBy([
      { column: 'asked_at', order: 'desc' },
      { column: 'questions.question_id', order: 'desc' },
    ])
    .select(studentColumns(db, userId))
}

/** Counts the questions; blocks further ones until the transaction ends. */
export async function countQuestions(trx: Db, userId: number, courseId: string): Promise<number> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`questions ${userId}`])
  const counted = await trx('questions').where({ user_id: userId, course_id: courseId }).count({ total: '*' }).first()
  return Number(counted?.total ?? 0)
}

export async function findQuestionByKey(trx: Db, userId: number, key: string): Promise<Question | undefined> {
  return trx('questions').where({ user_id: userId, key }).first(studentColumns(trx, userId))
}

type Written = Omit<z.output<typeof QuestionBody>, 'show_name'> & {
  user_id: number
  shown_name: string | null
  now: Date
}

/** Inserts the question; returns its id for the email to the owners. */
export async function insertQuestion(trx: Db, { now, ...row }: Written): Promise<Question> {
  const [stored] = await trx('questions')
    .insert({ ...row, asked_at: now })
    .returning(studentColumns(trx, row.user_id) as never)
  return stored
}

/** Replaces the text of an unanswered question. */
export async function rewordQuestion(
  trx: Db,
  { userId, id, text, name }: { userId: number; id: string; text: string; name: string | null },
): Promise<Question | undefined> {
  const [stored] = await trx('questions')
    .where({ question_id: id, user_id: userId })
    .whereNull('answer')
    .update({ text, shown_name: name })
    .returning(studentColumns(trx, userId) as never)
  return stored
}

export async function deleteOwnQuestion(db: Db, userId: number, id: string): Promise<void> {
  await db('questions').where({ question_id: id, user_id: userId }).delete()
}

const joined = (db: Db) =>
  db('questions as q')
    .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'q.user_id')
    .join(db.raw(`${COURSES} as c`), 'c.course_id', 'q.course_id')
    .leftJoin(db.raw(`${LESSONS} as l`), (join) =>
      join.on('l.lesson_id', 'q.lesson_id').andOn('l.course_id', 'q.course_id'),
    )

const adminColumns = (db: Db) => [
  db.raw('q.question_id::text'),
  'q.course_id',
  { course_name: 'c.name' },
  'q.lesson_id',
  { lesson_title: 'l.title' },
  'u.user_id',
  'u.name',
  'q.shown_name',
  'q.text',
  'q.asked_at',
  'q.answer',
  'q.answered_at',
  db.raw('q.shown_at is not null as shown'),
  db.raw(
    `exists (select from ${ENROLMENTS} e where e.user_id = q.user_id and e.course_id = q.course_id) as has_course`,
  ),
]

type ListQuery = {
  q?: string | undefined
  status?: 'waiting' | 'answered' | undefined
  sort?: 'newest' | 'oldest' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Returns a page of all courses' questions, the matches, and the total without an answer. */
export async function listForAdmins(
  db: Db,
  { q, status, sort = 'newest', limit = 50, offset = 0 }: ListQuery,
): Promise<{ questions: AdminQuestion[]; total: number; waiting: number }> {
  const found = q ? joined(db) : db('questions as q')
  if (status) status === 'waiting' ? found.whereNull('q.answer') : found.whereNotNull('q.answer')
  if (q) found.whereRaw(...everyWord(q, ['c.name', 'l.title', 'u.name', 'q.text', 'q.answer']))
  const order = sort === 'newest' ? 'q.asked_at desc, q.question_id desc' : 'q.asked_at, q.question_id'
  const [{ rows, total }, open] = await Promise.all([
    readPage<AdminQuestion>(db, found, { limit, offset }, (window) =>
      joined(db)
        .whereIn('q.question_id', window.select('q.question_id').orderByRaw(order))
        .select(adminColumns(db))
        .orderByRaw(order),
    ),
    db('questions').whereNull('answer').count({ total: '*' }).first(),
  ])
  return { questions: rows, total, waiting: Number(open?.total ?? 0) }
}

/** Reads a question in the console's form; `lock` blocks other admins. */
export async function findForAdmins(db: Db, id: string, { lock = false } = {}): Promise<AdminQuestion | undefined> {
  const found = joined(db).where('q.question_id', id).first(adminColumns(db))
  return lock ? found.forUpdate('q') : found
}

export async function saveAnswer(
  trx: Db,
  { id, text, shown, now }: { id: string; text: string; shown: boolean; now: Date },
): Promise<void> {
  await trx('questions')
    .where({ question_id: id })
    .update({
      answer: text,
      answered_at: trx.raw('case when answer is distinct from ? then ? else answered_at end', [text, now]),
      shown_at: shown ? trx.raw('coalesce(shown_at, ?)', [now]) : null,
    })
}

export async function deleteQuestion(trx: Db, id: string): Promise<void> {
  await trx('questions').where({ question_id: id }).delete()
}
