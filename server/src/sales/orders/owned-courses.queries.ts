import type { Db } from '../../context.ts'
import { isOwned } from '../../courses/enrolments/enrolments.sql.ts'
import { GRANTS } from '../../courses/enrolments/grants.sql.ts'
import { pieces } from '../../platform/features/pieces.ts'
import { bound, PAID } from './status.ts'

/** A line of a membership's debit: it pays for a time, and for no course. */
const OF_MEMBERSHIP = 'sold.bundle_id is not null and sold.continues'

/** Checks that an enrolment was paid for here. `:paid` is `PAID_GRANT`. */
export const isPaidFor = (enrolment: string) => `exists (
  select from ${GRANTS} g
  join order_lines sold on sold.order_id = g.order_id and sold.course_id = g.course_id and not sold.owned and sold.total_paise > 0
    and not (${OF_MEMBERSHIP})
  join orders on orders.order_id = sold.order_id and orders.status = any(:paid)
  where g.user_id = ${enrolment}.user_id and g.course_id = ${enrolment}.course_id)`

export const PAID_GRANT = { paid: bound(PAID) }

/**
 * Checks that a row of `ENROLMENTS` makes an order line a second sale of its course. `madeAt` is the moment of the order: a bundle credits
 * earlier access, or sells the course all the same, and a line that continues access was made beside it.
 */
export const isSoldTwice = (line: string, enrolment: string, madeAt: string) => `(not ${line}.owned
  and (${line}.bundle_id is null and not ${line}.continues or ${enrolment}.renewed_at > ${madeAt}) and ${isOwned(enrolment, { run: pieces.soldRun(`${line}.order_id`), order: `${line}.order_id` }, madeAt)})`

/** Filters the courses that a student (`users.id`) is paying in parts. */
export async function findPaidInParts(db: Db, userId: number, courseIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(
    `select n.course_id from ${pieces.openPlans} n where n.user_id = :userId and n.course_id = any(:courseIds)`,
    { userId, courseIds: [...courseIds] },
  )
  return rows.map(({ course_id }) => course_id)
}

/** A way by which a student has a course, with the order that paid for it. */
export type OwnedWay = {
  course_id: string
  way: 'bought' | 'moved' | 'gifted' | 'granted'
  order_id: string | null
}

/** Lists the ways by which a student (`users.id`) has these courses; orders count while they are paid. */
export async function findOwnedWays(db: Db, userId: number, courseIds: readonly string[]): Promise<OwnedWay[]> {
  const { rows } = await db.raw<{ rows: OwnedWay[] }>(
    `select distinct g.course_id, g.way, g.order_id from ${GRANTS} g left join orders on orders.order_id = g.order_id
     where g.user_id = :userId and g.course_id = any(:courseIds) and (g.way <> 'bought' or orders.status = any(:paid)
       and not exists (select from order_lines sold where sold.order_id = g.order_id and sold.course_id = g.course_id and ${OF_MEMBERSHIP}))`,
    { ...PAID_GRANT, userId, courseIds: [...courseIds] },
  )
  return rows
}

/** A time for which an order gave a course. A bundle that credited earlier money says its end alone. */
type BoughtTime = { granted_at: string; access_period: string | null; given_until: string | null }

/** Lists the times for which orders gave a student (`users.id`) a course that they have. */
export async function findBoughtTimes(db: Db, userId: number, courseId: string): Promise<BoughtTime[]> {
  const { rows } = await db.raw<{ rows: BoughtTime[] }>(
    `select granted_at, access_period, given_until from ${GRANTS} g where user_id = :userId and course_id = :courseId and way = 'bought'`,
    { userId, courseId },
  )
  return rows
}
