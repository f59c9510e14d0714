import type { Option } from 'contract/options/options.course-fields'
import type { Db } from '../../context.ts'
import { SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import { GRANTS } from '../../courses/enrolments/grants.sql.ts'

/** Finds the options of courses on sale, by course id. */
export async function findOptions(db: Db, courseIds: readonly string[]): Promise<ReadonlyMap<string, Option[]>> {
  const { rows } = await db.raw<{ rows: { course_id: string; options: Option[] }[] }>(
    `select course_id, options from ${SOLD_TERMS} c where on_sale and options is not null and course_id = any(:courseIds)`,
    { courseIds: [...courseIds] },
  )
  return new Map(rows.map(({ course_id, options }) => [course_id, options]))
}

/** Lists the courses with options that a student (`users.id`) bought. */
export async function findBoughtWithOptions(db: Db, userId: number): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { course_id: string }[] }>(
    `select distinct g.course_id from ${GRANTS} g join ${SOLD_TERMS} c on c.course_id = g.course_id and c.on_sale and c.options is not null
     where g.user_id = :userId and g.way = 'bought' order by g.course_id`,
    { userId },
  )
  return rows.map(({ course_id }) => course_id)
}

export type OrderOption = {
  order_id: string
  course_id: string
  user_id: number
  option_id: string
  /** The order whose access it extends; null for a purchase. */
  upgrades: string | null
  /** Sum paid before it, without added tax; null for a purchase. */
  counted_paise: number | null
}

/** Stores the options of an order; a repeat changes nothing. */
export async function insertOrderOptions(trx: Db, rows: readonly OrderOption[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await trx('order_options')
    .insert(rows.map((row) => ({ ...row, made_at: now })))
    .onConflict()
    .ignore()
}

export const findOrderOptions = (db: Db, orderId: string): Promise<OrderOption[]> =>
  db('order_options')
    .where({ order_id: orderId })
    .select('order_id', 'course_id', 'user_id', 'option_id', 'upgrades', 'counted_paise')

/** Lists the orders that upgrade a student's (`users.id`) access to a course, paid or not. */
export const findUpgradeOrders = (db: Db, userId: number, courseId: string): Promise<string[]> =>
  db('order_options').where({ user_id: userId, course_id: courseId }).whereNotNull('upgrades').pluck('order_id')

/** Lists the upgrades that belong to an order: it is one of them, or the one that they extend. */
export const findUpgradesAround = (
  db: Db,
  orderId: string,
): Promise<{ order_id: string; course_id: string; user_id: number; upgrades: string }[]> =>
  db('order_options')
    .where((either) => either.where({ order_id: orderId }).orWhere({ upgrades: orderId }))
    .whereNotNull('upgrades')
    .orderBy('order_id')
    .select('order_id', 'course_id', 'user_id', 'upgrades')
