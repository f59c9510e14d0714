import type { z } from 'zod'
import type { AdminUserOrder } from '../../contract/users.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { courseProgress } from '../learning-progress.queries.ts'
import { anonymiseUser, endSessions, findPurchases, findUser } from './users.queries.ts'

const notFound = () => appError('not_found', 'User not found')

/** What a user bought or was given, with the progress in it. */
export async function readPurchases(ctx: Context, id: string): Promise<z.output<typeof AdminUserOrder>[]> {
  const user = await findUser(ctx.db, id)
  if (!user) throw notFound()
  const purchases = await findPurchases(ctx.db, user.id)
  const courseIds = purchases.map((purchase) => purchase.course_id)
  const progress = new Map((await courseProgress(ctx.db, user.id, courseIds)).map((row) => [row.course_id, row]))
  return purchases.map((purchase) => ({
    ...purchase,
    course_status: progress.get(purchase.course_id)?.course_status ?? 'not_started',
    hours_spent: progress.get(purchase.course_id)?.hours_spent ?? 0,
  }))
}

/** Email and phone are free again, every session is dead, orders stay for the books without the person's data. */
export async function deleteUser(ctx: Context, idOrPhone: string): Promise<void> {
  const userId = await ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const user = await findUser(trx, idOrPhone)
    if (!user || !(await anonymiseUser(trx, user.id, now))) throw notFound()
    await endSessions(trx, user.id, now)
    return user.user_id
  })
  ctx.log.info({ user_id: userId }, 'user deleted')
}
