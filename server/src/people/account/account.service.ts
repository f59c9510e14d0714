import type { Dashboard } from 'contract/account'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { courseProgress } from '../../courses/learning/learning-progress.queries.ts'
import { countMeasured } from '../../courses/learning/measured.queries.ts'
import { sessionExpired } from '../../errors.ts'
import { dashboardFilled } from '../../shop/moments/moments.ts'
import { findDashboard } from './account.queries.ts'

/** Numbers and courses of a student: so many statements, whatever the number of courses. */
export async function readDashboard(ctx: Context, userId: number): Promise<z.output<typeof Dashboard>> {
  const now = ctx.now()
  const [found, progress, measured, parts] = await Promise.all([
    findDashboard(ctx.db, userId, now),
    courseProgress(ctx.db, userId),
    countMeasured(ctx.db, userId),
    dashboardFilled(ctx.db, { userId, now }),
  ])
  if (!found) throw sessionExpired()
  const { courses, ...user } = found
  const progressOf = new Map(progress.map((row) => [row.course_id, row]))
  return {
    ...user,
    parts: parts.flatMap((part) => part ?? []),
    orders: courses.map(({ access, certificate, next_step, ...course }) => {
      const { course_status = 'not_started', hours_spent = 0 } = progressOf.get(course.course_id) ?? {}
      const ready = certificate === 'offered' && course_status === 'completed' ? 'ready' : null
      return {
        ...course,
        ...(access ? { access } : {}),
        ...(next_step ? { next_step } : {}),
        course_status,
        hours_spent,
        measured: measured.get(course.course_id) ?? 0,
        certificate: certificate === 'taken' ? certificate : ready,
      }
    }),
  }
}

// The session was looked up a moment ago: the account was deleted in between.
