import { callName } from 'contract/call-name'
import { REVIEW_FROM_PERCENT } from 'contract/review-limits'
import type { AdminReview, OwnReview, ReviewBody } from 'contract/reviews'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { courseTag } from '../../platform/net/cache-at-edge.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { factStored } from '../../shop/moments/moments.ts'
import { findShownUser, lockLiving } from '../../shop/users/users.queries.ts'
import { ownedCourseIds } from '../enrolments/enrolments.queries.ts'
import { counts, measureLessons } from '../learning/measured.queries.ts'
import { changeReview, deleteReview, findOwnReview, findReview, saveReview } from './reviews.queries.ts'

const notFound = () => appError('not_found', 'Review not found')

/** Checks that the student has the course, and that 20 % of its present lessons are done and measured. */
async function mayReview(ctx: Context, userId: number, courseId: string): Promise<boolean> {
  const [owned, lessons] = await Promise.all([
    ownedCourseIds(ctx.db, userId, [courseId], ctx.now()),
    measureLessons(ctx.db, userId, courseId),
  ])
  const done = lessons.filter(counts).length
  return owned.length > 0 && done > 0 && done * 100 >= lessons.length * REVIEW_FROM_PERCENT
}

export async function readOwnReview(
  ctx: Context,
  userId: number,
  courseId: string,
): Promise<{ may_review: boolean; review: OwnReview | null }> {
  const [may, review] = await Promise.all([mayReview(ctx, userId, courseId), findOwnReview(ctx.db, userId, courseId)])
  return { may_review: may, review: review ?? null }
}

/** Writes a review, visible at once. 403 before 20 % of the lessons are done and measured. */
export async function writeReview(
  ctx: Context,
  userId: number,
  courseId: string,
  body: z.output<typeof ReviewBody>,
): Promise<OwnReview> {
  if (!(await mayReview(ctx, userId, courseId)))
    throw appError('forbidden', 'You can review a course after watching {percent}% of its lessons.', {
      values: { percent: REVIEW_FROM_PERCENT },
    })
  return writeCatalogue(
    ctx.db,
    async (trx) => {
      await lockLiving(trx, userId)
      const name = body.show_name ? callName((await findShownUser(trx, userId)) ?? {}) : null
      const isNew = (await findOwnReview(trx, userId, courseId)) === undefined
      const at = ctx.now()
      const detail = { stars: body.stars, text: body.text }
      const subject = `${userId} ${courseId}`
      if (isNew) await factStored(trx, { event: 'review.created', subject, userId, courseId, detail, at })
      return saveReview(trx, { userId, courseId, body, name, now: at })
    },
    [courseTag(courseId)],
  )
}

/** Removes the own review; 404 without one. */
export async function removeReview(ctx: Context, userId: number, courseId: string): Promise<void> {
  const removed = await writeCatalogue(ctx.db, (trx) => deleteReview(trx, userId, courseId), [courseTag(courseId)])
  if (!removed) throw notFound()
}

/** Replies to a review; an empty text removes the reply. */
export const replyToReview = (ctx: Context, reviewId: number, text: string): Promise<AdminReview> =>
  change(ctx, reviewId, { reply: text || null, replied_at: text ? ctx.now() : null }, { reply: text || null })

/** Hides a review; an empty reason shows it again. */
export const hideReview = (ctx: Context, reviewId: number, reason: string): Promise<AdminReview> =>
  change(ctx, reviewId, { hidden_reason: reason || null }, { hidden_reason: reason || null })

async function change(
  ctx: Context,
  reviewId: number,
  stored: Parameters<typeof changeReview>[2],
  after: Partial<Pick<AdminReview, 'reply' | 'hidden_reason'>>,
): Promise<AdminReview> {
  return writeCatalogue(ctx.db, async (trx) => {
    const before = await findReview(trx, reviewId)
    if (!before) throw notFound()
    await changeReview(trx, reviewId, stored)
    const fields = Object.keys(after) as (keyof typeof after)[]
    const was = Object.fromEntries(fields.map((field) => [field, before[field]]))
    await noteChange(trx, { kind: 'course', id: before.course_id, name: before.course_name, before: was, after })
    return { ...before, ...after }
  })
}
