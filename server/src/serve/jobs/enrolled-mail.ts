import { z } from 'zod'
import { findAnyCourse } from '../../courses/courses/courses.queries.ts'
import { enrolledLetter } from '../../platform/mail/enrolled.ts'
import { issueTemporaryPassword } from '../../shop/auth/forgotten-password.ts'
import { findRecipient } from '../reports/mails/recipients.queries.ts'
import { mailJob } from './mail-job.ts'

const DAY_MINUTES = 24 * 60

/**
 * Tells a student which courses the shop gave them. For an account that was made for it, and for one whose address nobody has proven, the
 * mail has a password, which is in no table and no payload: it logs in once, for some days, proves the address by that, ends whatever else
 * opened the account, and asks for an own one.
 */
export const enrolledMailJob = mailJob({
  name: 'enrolled-mail',
  payload: z.object({
    user_id: z.string(),
    course_ids: z.array(z.string()),
    account: z.enum(['new', 'unproven', 'known']),
  }),
  async find(ctx, { user_id, course_ids, account }) {
    const user = await findRecipient(ctx.db, user_id)
    if (!user) return undefined
    const courses = await Promise.all(course_ids.map((id) => findAnyCourse(ctx.db, id)))
    const days = ctx.config.firstPasswordDays
    const issued =
      account === 'known' ? undefined : await issueTemporaryPassword(ctx, { email: user.email }, days * DAY_MINUTES)
    const names = courses.flatMap((course) => course?.name ?? [])
    return {
      to: user.email,
      language: user.language,
      letter: (shop) =>
        enrolledLetter({ name: user.name, courses: names, account, password: issued?.password, days, ...shop }),
      about: { user_id },
    }
  },
})
