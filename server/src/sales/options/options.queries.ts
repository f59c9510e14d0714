import type { Option } from 'contract/options/options.course-fields'
import type { Db } from '../../context.ts'
import { SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import { GRANTS } from '../../courses/enrolments/grants.sql.ts'
import { ORDERS } from '../orders/orders.sql.ts'

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

export type HangingUpgrade = { order_id: string; course_id: string; user_id: number; upgrades: string; made_at: Date }

/** Lists the upgrades that hang on an order, paid or not: it is what they extend, or an earlier upgrade of the same. */
export async function findUpgradesOn(db: Db, orderId: string): Promise<HangingUpgrade[]> {
  const { rows } = await db.raw<{ rows: HangingUpgrade[] }>(
    `select u.order_id, u.course_id, u.user_id, u.upgrades, u.made_at from order_options u
     where u.upgrades = :orderId or exists (select from order_options e
       where e.order_id = :orderId and e.upgrades = u.upgrades and e.course_id = u.course_id and e.made_at < u.made_at)
     order by u.made_at, u.order_id`,
    { orderId },
  )
  return rows
}

/** Finds an order as an upgrade; undefined for any other. */
export const findUpgrade = (db: Db, orderId: string): Promise<HangingUpgrade | undefined> =>
  db('order_options')
    .where({ order_id: orderId })
    .whereNotNull('upgrades')
    .first('order_id', 'course_id', 'user_id', 'upgrades', 'made_at')

/** Lists the orders whose money an upgrade counted: what it extends, and earlier upgrades that were paid when it was made. */
export async function findCounted(db: Db, upgrade: HangingUpgrade): Promise<string[]> {
  const { order_id, course_id, upgrades, made_at } = upgrade
  const { rows } = await db.raw<{ rows: { order_id: string }[] }>(
    `select e.order_id from order_options e join ${ORDERS} o on o.order_id = e.order_id and o.paid_at <= :made_at
     where e.upgrades = :upgrades and e.course_id = :course_id and e.order_id <> :order_id`,
    { order_id, course_id, upgrades, made_at },
  )
  return [upgrades, ...rows.map((row) => row.order_id)]
}
