import { z } from 'zod'
import type { Context } from '../../context.ts'
import { applyDue } from '../../courses/courses/schedule.service.ts'
import { grantWaiting } from '../../courses/enrolments/waiting.queries.ts'
import { type FreeRequest, grantRequested } from '../../courses/free-courses/free-courses.service.ts'
import { bringProgress, type MovedProgress } from '../../courses/learning/moved-progress.ts'
import { applyWaitingProgress } from '../../courses/learning/waiting-progress.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { findUser, lockBuyer } from '../../shop/users/users.queries.ts'

/** Every minute: publishes, withdraws and prices courses as their owner planned it. */
export function applySchedulesJob(ctx: Context): Job {
  return { name: 'apply-schedules', schedule: '* * * * *', retries: 0, run: () => applyDue(ctx) }
}

const Payload = z.object({ user_id: z.string() })

/** Grants a student the courses that waited for the now proven address. */
export function waitingCoursesJob(ctx: Context): Job {
  return {
    name: 'waiting-courses',
    retries: 10,
    run: async (payload) => {
      const { user_id } = Payload.parse(payload)
      await ctx.db.transaction(async (trx) => {
        const user = await findUser(trx, user_id)
        const held = user && (await lockBuyer(trx, user.id))
        if (!user || !held?.is_holders) return
        const moved = await grantWaiting(trx, { userId: user.id, email: held.email, now: ctx.now() })
        for (const { move_id, progress, ...of } of moved)
          await bringProgress(trx, [{ ...of, ...(progress as MovedProgress) }], { now: ctx.now(), moveId: move_id })
      })
    },
  }
}

/** Gives a visitor a free course by email. */
export function freeCourseJob(ctx: Context): Job {
  return { name: 'free-course', retries: 10, run: (payload) => grantRequested(ctx, payload as FreeRequest) }
}

/** Marks the lessons of moved students in courses whose lessons changed: after each change, and by the minute for the other ways. */
export function waitingProgressJob(ctx: Context): Job {
  return {
    name: 'waiting-progress',
    schedule: '* * * * *',
    single: true,
    retries: 0,
    mayFail: true,
    run: () => applyWaitingProgress(ctx),
  }
}
