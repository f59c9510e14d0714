import type { z } from 'zod'
import type { Dashboard, Profile, UpdateProfileBody } from '../../contract/account.ts'
import { phoneKey } from '../../contract/fields.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { courseProgress } from '../learning-progress.queries.ts'
import { findDashboard, updateProfile } from './account.queries.ts'

/** Numbers and courses of a student: two statements, whatever the number of courses. */
export async function readDashboard(ctx: Context, userId: number): Promise<z.output<typeof Dashboard>> {
  const [found, progress] = await Promise.all([findDashboard(ctx.db, userId), courseProgress(ctx.db, userId)])
  if (!found) throw notThere()
  const { courses, ...user } = found
  const progressOf = new Map(progress.map((row) => [row.course_id, row]))
  return {
    ...user,
    orders: courses.map((course) => ({
      ...course,
      course_status: progressOf.get(course.course_id)?.course_status ?? 'not_started',
      hours_spent: progressOf.get(course.course_id)?.hours_spent ?? 0,
    })),
  }
}

/** Changes name, email and phone; the address until now is told when one of the latter two is another. */
export async function changeProfile(
  ctx: Context,
  userId: number,
  { name, email, phone }: z.output<typeof UpdateProfileBody>,
): Promise<z.output<typeof Profile>> {
  return ctx.db
    .transaction(async (trx) => {
      const changed = await updateProfile(trx, userId, { name, email, phone, phone_key: phoneKey(phone) })
      if (!changed) throw notThere()
      const { old_email: oldEmail, old_phone: oldPhone, ...user } = changed
      const differing = [oldEmail !== email ? 'email' : '', oldPhone !== phone ? 'phone' : ''].filter(Boolean)
      if (differing.length > 0) {
        const payload = { user_id: user.user_id, old_email: oldEmail, changed: differing }
        await ctx.queue.send(trx, 'profile-changed-mail', payload)
      }
      return user
    })
    .catch((error: unknown) => {
      throw takenError(error) ?? error
    })
}

const TAKEN = {
  users_email_key: () => appError('email_taken', 'Email already registered'),
  users_phone_key_key: () => appError('phone_taken', 'Phone number already registered'),
}

function takenError(error: unknown): Error | undefined {
  const { constraint } = error as { constraint?: string }
  return constraint && constraint in TAKEN ? TAKEN[constraint as keyof typeof TAKEN]() : undefined
}

// The session was looked up a moment ago: the account was deleted in between.
const notThere = () => appError('authentication_expired', 'Session expired. Please login again')
