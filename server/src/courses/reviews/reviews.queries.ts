import type { AdminReview, OwnReview, ReviewBody } from 'contract/reviews'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { everyWord } from '../../platform/db/like.ts'
import { readPage } from '../../platform/db/read-page.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { COURSES } from '../courses/courses.sql.ts'

type OwnRow = {
  stars: number
  text: string
  shown_name: string | null
  reply: string | null
  hidden_reason: string | null
}

const own = ['stars', 'text', 'shown_name', 'reply', 'hidden_reason'] as const

export async function findOwnReview(db: Db, userId: number, courseId: string): Promise<OwnReview | undefined> {
  return toOwn(await db('reviews').where({ user_id: userId, course_id: courseId }).first(own))
}

type Written = { userId: number; courseId: string; body: z.output<typeof ReviewBody>; name: string | null; now: Date }

/** Inserts or updates the review; reply and hiding stay. */
export async function saveReview(
  trx: Db,
  { userId, courseId, body: { stars, text }, name, now }: Written,
): Promise<OwnReview> {
  const written = { stars, text, shown_name: name, updated_at: now }
  const [row] = await trx('reviews')
    .insert({ ...written, user_id: userId, course_id: courseId, created_at: now })
    .onConflict(['user_id', 'course_id'])
    .merge(written)
    .returning(own)
  return toOwn(row) as OwnReview
}

export async function deleteReview(trx: Db, userId: number, courseId: string): Promise<boolean> {
  return (await trx('reviews').where({ user_id: userId, course_id: courseId }).delete()) === 1
}

function toOwn(row: OwnRow | undefined): OwnReview | undefined {
  if (!row) return undefined
  const { shown_name, ...rest } = row
  return { ...rest, show_name: shown_name !== null }
}

type ListQuery = {
  q?: string | undefined
  show?: 'waiting' | 'hidden' | undefined
  sort?: 'newest' | 'lowest' | undefined
  limit?: number | undefined
  offset?: number | undefined
}

/** Returns a page of all courses' reviews, and the number of matches. */
export async function listReviews(
  db: Db,
  { q, show, sort = 'newest', limit = 50, offset = 0 }: ListQuery,
): Promise<{ reviews: AdminReview[]; total: number }> {
  const found = q ? joined(db) : db('reviews as r')
  if (show === 'waiting') found.whereNull('r.reply').whereNull('r.hidden_reason')
  if (show === 'hidden') found.whereNotNull('r.hidden_reason')
  if (q) found.whereRaw(...everyWord(q, ['c.name', 'u.name', 'r.text']))
  const order = `${sort === 'lowest' ? 'r.stars, ' : ''}r.updated_at desc, r.review_id desc`
  const { rows, total } = await readPage<AdminReview>(db, found, { limit, offset }, (window) =>
    joined(db)
      .whereIn('r.review_id', window.select('r.review_id').orderByRaw(order))
      .select(shownColumns)
      .orderByRaw(order),
  )
  return { reviews: rows, total }
}

const shownColumns = {
  review_id: 'r.review_id',
  course_id: 'r.course_id',
  course_name: 'c.name',
  user_id: 'u.user_id',
  name: 'u.name',
  shown_name: 'r.shown_name',
  stars: 'r.stars',
  text: 'r.text',
  reply: 'r.reply',
  hidden_reason: 'r.hidden_reason',
  updated_at: 'r.updated_at',
}

const joined = (db: Db) =>
  db('reviews as r')
    .join(db.raw(`${ACCOUNTS} as u`), 'u.id', 'r.user_id')
    .join(db.raw(`${COURSES} as c`), 'c.course_id', 'r.course_id')

/** Reads a review in the console's form; locked while `trx` writes it. */
export async function findReview(db: Db, reviewId: number): Promise<AdminReview | undefined> {
  return joined(db).where('r.review_id', reviewId).first(shownColumns)
}

type Change = { reply: string | null; replied_at: Date | null } | { hidden_reason: string | null }

export async function changeReview(trx: Db, reviewId: number, change: Change): Promise<void> {
  await trx('reviews').where({ review_id: reviewId }).update(change)
}
