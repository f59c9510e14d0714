import { callName } from 'contract/call-name'
import type { Context, Db } from '../../context.ts'
import { COURSE_LESSONS } from '../../courses/courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../../courses/enrolments/enrolments.sql.ts'
import type { EmailContent } from '../../platform/mail/email.ts'
import { movedLetter } from '../../platform/mail/move-letters.ts'
import { makeWelcomeLink, WELCOME_DAYS } from '../../shop/auth/contact-changes.ts'
import type { mailShop } from '../../shop/settings/mail-shop.ts'
import type { Recipient } from './outbox.queries.ts'

/** A course of a moved person; `ready` once it has lessons. */
export type MovedCourse = { name: string; ready: boolean }

/** Lists the courses of a student (`users.id`) by name. */
export async function findMovedCourses(db: Db, userId: number, now: Date): Promise<MovedCourse[]> {
  const { rows } = await db.raw<{ rows: MovedCourse[] }>(
    `select c.name, c.has_lessons as ready from ${PRESENT_ENROLMENTS} e join ${COURSE_LESSONS} c using (course_id)
     where e.user_id = :userId order by c.name`,
    { userId, now },
  )
  return rows
}

/** Writes the email to a student who moved in from another platform: their courses, and a link that sets a password. */
export async function writeMoveLetter(
  ctx: Context,
  { user_id, public_id, subject, blocks, name, email }: Recipient,
  shop: Awaited<ReturnType<typeof mailShop>>,
): Promise<EmailContent> {
  const [courses, token] = await Promise.all([
    findMovedCourses(ctx.db, user_id, ctx.now()),
    makeWelcomeLink(ctx, public_id),
  ])
  const body = blocks.map((block) => ('text' in block ? block.text : '')).join('\n\n')
  return movedLetter({ subject, body, name: callName({ name, email }), courses, token, days: WELCOME_DAYS })(shop)
}
