import type { RequestFreeBody } from 'contract/free-courses'
import type { Language } from 'contract/languages'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { appError, sessionExpired } from '../../errors.ts'
import { makeAccount } from '../../shop/auth/made-account.ts'
import { insertConsent } from '../../shop/consents/consents.queries.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { findCredentials } from '../../shop/users/credentials.queries.ts'
import { setLanguage } from '../../shop/users/language.queries.ts'
import { lockBuyer } from '../../shop/users/users.queries.ts'
import { type CourseForSale, findCoursesForSale } from '../courses/courses.queries.ts'
import { courseNotFound } from '../courses/courses.service.ts'
import { grantCourses } from '../enrolments/grants.queries.ts'

/** Gives a free course to the student (`users.id`). 404; 409 `already_purchased`, also when it is pressed twice. */
export async function takeFree(ctx: Pick<Context, 'db' | 'now'>, userId: number, courseId: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const course = await requireFree(trx, courseId, ctx.now())
    if (!(await lockBuyer(trx, userId))) throw sessionExpired()
    if (await grantFree(trx, userId, course, ctx.now())) return
    const values = { course: course.name }
    throw appError('already_purchased', 'You already own {course}', { values, course_id: courseId })
  })
}

/** Finds a course that is on sale and costs nothing. 404. */
export async function requireFree(db: Db, courseId: string, now: Date): Promise<CourseForSale> {
  const [course] = await findCoursesForSale(db, [courseId], now)
  if (!course?.free) throw courseNotFound()
  return course
}

async function grantFree(trx: Db, userId: number, { course_id, access_period }: CourseForSale, now: Date) {
  const courses = [{ course_id, access_period }]
  return (await grantCourses(trx, { userId, courses, from: { free: true }, madeAt: now, now })).length > 0
}

export type FreeRequest = z.output<typeof RequestFreeBody> & { language?: Language | undefined }

/**
 * Answers a visitor's wish for a free course by email alone. A new address gets an account with the course, and the link that opens it; a wish for news counts once that was opened. An
 * address that has an account receives a password for one login and no course: whoever asks may be somebody else.
 */
export async function grantRequested(
  ctx: Context,
  { course_id, name, email, news, language }: FreeRequest,
): Promise<void> {
  const now = ctx.now()
  const [course] = await findCoursesForSale(ctx.db, [course_id], now)
  if (!course?.free) return
  await ctx.db.transaction(async (trx) => {
    const known = await findCredentials(trx, { email })
    const made = known ? undefined : await makeAccount(ctx, trx, { email, phone: null, name, byVisitor: true })
    if (!made) return ctx.queue.send(trx, 'forgotten-password', { email })
    if (language) await setLanguage(trx, made.id, language)
    // A shop that wants to know the age grants the course after the answer.
    const isOpen = !(await readShop(trx)).children.ask
    if (isOpen) await grantFree(trx, made.id, course, now)
    if (news)
      await insertConsent(trx, made.id, {
        purpose: 'news_email',
        agreed: true,
        changed_at: now.toISOString(),
        how: 'free course',
      })
    if (isOpen) await ctx.queue.send(trx, 'free-course-mail', { user_id: made.user_id, id: made.id, course_id })
    else await ctx.queue.send(trx, 'welcome-mail', { user_id: made.user_id, password_made: true, counted: true })
  })
}
