import { type Context, calls, requireAdmin } from '../../context.ts'
import { extendByHand } from '../../courses/enrolments/grants.queries.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { findUser, lockBuyers } from '../../shop/users/users.queries.ts'
import { listCourses, requireCourses } from './courses-by-hand.ts'
import { endOfDay, giveCourses, takeCourses } from './grant-courses.ts'
import { planEnrolments } from './plan-enrolments.ts'

const LISTED = 200

export const enrolmentHandlers = {
  courses: calls.enrolments.courses.handler(({ input, context }) =>
    listCourses(context.ctx.db, input.q, input.limit ?? LISTED),
  ),

  plan: calls.enrolments.plan.handler(async ({ input, context }) => ({
    lines: await planEnrolments(context.ctx.db, { ...input, now: context.ctx.now() }),
  })),

  give: calls.enrolments.give.handler(({ input, context }) => giveCourses(context.ctx, requireAdmin(context), input)),

  extend: calls.enrolments.extend.handler(({ input, context }) =>
    extendAccess(context.ctx, requireAdmin(context), input),
  ),

  take: calls.enrolments.take.handler(({ input, context }) => takeCourses(context.ctx, input)),
}

/**
 * Extends access to a course until the end of a day in India, each with an activity entry; never shortens it. Its
 * `kept` counts students with no end, a later end or no access. 404 for an unknown course, 422 for a past day.
 */
function extendAccess(
  ctx: Context,
  admin: { id: number },
  { course_id, user_ids, until }: { course_id: string; user_ids: readonly string[]; until: string },
): Promise<{ extended: number; kept: number }> {
  return ctx.db.transaction(async (trx) => {
    const [course] = await requireCourses(trx, [course_id])
    const now = ctx.now()
    const end = endOfDay(until, now)
    let extended = 0
    const wanted = [...new Set(user_ids)]
    const users = (await Promise.all(wanted.map((id) => findUser(trx, id)))).filter((user) => user !== undefined)
    const living = await lockBuyers(
      trx,
      users.map(({ id }) => id),
    )
    for (const user of users.toSorted((a, b) => a.id - b.id)) {
      if (!living.includes(user.id)) continue
      const extension = { userId: user.id, courseId: course_id, until: end, adminId: admin.id, now }
      const changed = await extendByHand(trx, extension)
      if (!changed) continue
      extended += 1
      const before = { course: course?.name, access_ends_at: changed.before }
      const after = { course: course?.name, access_ends_at: end.toISOString(), until }
      await noteChange(trx, { kind: 'user', id: user.user_id, name: user.name, before, after })
    }
    return { extended, kept: wanted.length - extended }
  })
}
