import type { PartsField } from 'contract/parts/parts.course-fields'
import { endOfWhole, openUntil } from 'contract/parts/plan-parts'
import type { Db } from '../../context.ts'
import { SOLD_TERMS } from '../../courses/courses/courses.sql.ts'
import { GRANTS } from '../../courses/enrolments/grants.sql.ts'
import { isLiving } from '../../shop/users/users.queries.ts'
import { TAX_SETTINGS } from '../documents/tax-settings.sql.ts'
import { LINE_TAXES, ORDERS } from '../orders/orders.sql.ts'
import { FALLS_DUE, OWNED } from './plans.sql.ts'

export type PlanEnd = 'owner' | 'refunded' | 'erased'

export type PlanRow = {
  plan_id: string
  user_id: number
  course_id: string
  course_name: string
  every_days: number
  grace_days: number
  access_period: string | null
  created_at: string
  /** When the first part was paid; null before. */
  started_at: string | null
  ended_at: string | null
  end_kind: PlanEnd | null
  /** The student has the course another way without an end: nothing is due. */
  owned: boolean
}

/** A part; its day is an Indian one, unknown before the plan has begun. */
export type PartRow = {
  plan_id: string
  part: number
  /** The part's price before added tax. */
  amount_paise: number
  /** The agreed sum, with the tax that the plan began with. */
  agreed_paise: number
  due_on: string | null
  paid_order_id: string | null
  paid_at: string | null
  /** The day that the student requested instead. */
  wished_on: string | null
  before_at: string | null
  day_at: string | null
  late_at: string | null
  reminded_at: string | null
}

export type Plan = PlanRow & { parts: PartRow[] }

const WITH_OWNED = ['plans.*', `${OWNED} as owned`].join(', ')

/** The agreed sum of a part `p` of `plans`: its price with the tax that the first order added. */
export const AGREED = `(p.amount_paise + round(p.amount_paise * coalesce((
    select coalesce(l.gst_basis_points, s.rate_basis_points) from plan_orders f join ${ORDERS} o on o.order_id = f.order_id
    join ${TAX_SETTINGS} s on s.id = o.tax_settings_id and s.prices = 'exclusive'
    join ${LINE_TAXES} l on l.order_id = f.order_id and l.course_id = plans.course_id
    where f.plan_id = p.plan_id and f.part = 1 limit 1), 0) / 10000.0))::bigint`

const PART = `p.plan_id, part, amount_paise, ${AGREED} as agreed_paise, due_on::text as due_on, paid_order_id, paid_at, wished_on::text as wished_on, before_at, day_at,
  late_at, reminded_at`

async function withParts(db: Db, plans: readonly PlanRow[]): Promise<Plan[]> {
  if (plans.length === 0) return []
  const rows: PartRow[] = await db('plan_parts as p')
    .join('plans', 'plans.plan_id', 'p.plan_id')
    .whereIn(
      'p.plan_id',
      plans.map(({ plan_id }) => plan_id),
    )
    .orderBy(['p.plan_id', 'part'])
    .select(db.raw(PART))
  const byPlan = Map.groupBy(rows, ({ plan_id }) => plan_id)
  return plans.map((plan) => ({ ...plan, parts: byPlan.get(plan.plan_id) ?? [] }))
}

/** Returns true while nobody ended the plan, and its course is still wanted. */
export const isOpen = ({ ended_at, owned }: Pick<Plan, 'ended_at' | 'owned'>): boolean => ended_at === null && !owned

export type NewPlan = Pick<
  PlanRow,
  'plan_id' | 'user_id' | 'course_id' | 'course_name' | 'every_days' | 'grace_days' | 'access_period'
>

/** Stores a plan with the amounts of its parts and the order of the first one; a repeat for the same order changes nothing. */
export async function insertPlan(
  trx: Db,
  plan: NewPlan,
  { amounts, orderId, now }: { amounts: readonly number[]; orderId: string; now: Date },
): Promise<void> {
  const known = await trx('plan_orders').where({ order_id: orderId }).first('plan_id')
  if (known) return
  await trx('plans').insert({ ...plan, created_at: now })
  await trx('plan_parts').insert(
    amounts.map((amount_paise, place) => ({ plan_id: plan.plan_id, part: place + 1, amount_paise })),
  )
  await insertPlanOrder(trx, { order_id: orderId, plan_id: plan.plan_id, part: 1 })
}

export async function insertPlanOrder(
  trx: Db,
  order: { order_id: string; plan_id: string; part: number },
): Promise<void> {
  await trx('plan_orders').insert(order).onConflict('order_id').ignore()
}

/** Finds the plan and part of an order. */
export async function findPlanOfOrder(db: Db, orderId: string): Promise<{ plan_id: string; part: number } | undefined> {
  return db('plan_orders').where({ order_id: orderId }).first('plan_id', 'part')
}

/** Lists the orders that were made for the parts of a plan. */
export const findOrdersOfPlan = (db: Db, planId: string): Promise<{ order_id: string; part: number }[]> =>
  db('plan_orders').where({ plan_id: planId }).orderBy(['part', 'order_id']).select('order_id', 'part')

export async function findPlan(db: Db, planId: string): Promise<Plan | undefined> {
  return (await withParts(db, await db('plans').where({ plan_id: planId }).select(db.raw(WITH_OWNED))))[0]
}

/** The same, locked until the transaction ends. An order is locked before its plan, and a plan before enrolments. */
export async function lockPlan(trx: Db, planId: string): Promise<Plan | undefined> {
  return (
    await withParts(trx, await trx('plans').where({ plan_id: planId }).forUpdate().select(trx.raw(WITH_OWNED)))
  )[0]
}

/** Lists the plans of a student (`users.id`) that have begun, the newest first. */
export async function findPlansOf(db: Db, userId: number): Promise<Plan[]> {
  const plans: PlanRow[] = await db('plans')
    .where({ user_id: userId })
    .whereNotNull('started_at')
    .orderBy('created_at', 'desc')
    .orderBy('plan_id')
    .select(db.raw(WITH_OWNED))
  return withParts(db, plans)
}

/** Finds the plan by which a student (`users.id`) pays a course now: parts of it fall due. */
export async function findOpenPlan(db: Db, userId: number, courseId: string): Promise<Plan | undefined> {
  const plans: PlanRow[] = await db('plans')
    .where({ user_id: userId, course_id: courseId })
    .whereRaw(FALLS_DUE)
    .whereExists(db('plan_parts').whereRaw('plan_parts.plan_id = plans.plan_id and plan_parts.paid_at is null'))
    .select(db.raw(WITH_OWNED))
  return (await withParts(db, plans))[0]
}

/** Starts a plan whose first part is paid: each part gets its day. */
export async function startPlan(trx: Db, planId: string, days: readonly string[], now: Date): Promise<void> {
  await trx('plans').where({ plan_id: planId }).update({ started_at: now })
  for (const [place, due_on] of days.entries())
    await trx('plan_parts')
      .where({ plan_id: planId, part: place + 1 })
      .update({ due_on })
}

export async function markPartPaid(
  trx: Db,
  { planId, part, orderId, now }: { planId: string; part: number; orderId: string; now: Date },
): Promise<void> {
  await trx('plan_parts')
    .where({ plan_id: planId, part, paid_at: null })
    .update({ paid_order_id: orderId, paid_at: now, wished_on: null })
}

/** Returns true if an order gave access that was not revoked. */
export async function hasGranted(trx: Db, orderId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { found: boolean }[] }>(
    `select exists (select from ${GRANTS} g where g.order_id = :orderId) as found`,
    { orderId },
  )
  return rows[0]?.found === true
}

/** Ends a plan once; returns false if it had ended, or is paid whole. */
export async function endPlanRow(trx: Db, planId: string, kind: PlanEnd, now: Date): Promise<boolean> {
  const ended = await trx('plans').where({ plan_id: planId, ended_at: null }).update({ ended_at: now, end_kind: kind })
  return ended > 0
}

/**
 * Opens a plan again that a refund had ended, once the money of all its paid parts is here. Not for a student who is erased, or pays the course by
 * another plan meanwhile.
 */
export async function reopenPlan(trx: Db, { plan_id, user_id, course_id }: Plan): Promise<void> {
  if (!(await isLiving(trx, user_id)) || (await findOpenPlan(trx, user_id, course_id))) return
  const orders: string[] = await trx('plan_parts')
    .where({ plan_id })
    .whereNotNull('paid_order_id')
    .pluck('paid_order_id')
  if (await isAnyRefunded(trx, orders)) return
  await trx('plans')
    .where({ plan_id, end_kind: 'refunded' satisfies PlanEnd })
    .update({ ended_at: null, end_kind: null })
}

async function isAnyRefunded(db: Db, orderIds: readonly string[]): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { found: boolean }[] }>(
    `select exists (select from ${ORDERS} o where o.order_id = any(:orderIds) and o.status = 'refunded') as found`,
    { orderIds: [...orderIds] },
  )
  return rows[0]?.found === true
}

/** Ends all plans of a student (`users.id`) who is erased. */
export async function endPlansOf(trx: Db, userId: number): Promise<void> {
  await trx('plans')
    .where({ user_id: userId, ended_at: null })
    .update({ ended_at: trx.fn.now(), end_kind: 'erased' satisfies PlanEnd })
}

/** Moves a part to another day: its emails go out again for that one. */
export async function movePart(trx: Db, planId: string, part: number, dueOn: string): Promise<void> {
  await trx('plan_parts')
    .where({ plan_id: planId, part })
    .update({ due_on: dueOn, wished_on: null, before_at: null, day_at: null, late_at: null })
}

export async function wishPart(trx: Db, planId: string, part: number, day: string): Promise<void> {
  await trx('plan_parts').where({ plan_id: planId, part, paid_at: null }).update({ wished_on: day })
}

export async function noteReminded(trx: Db, planId: string, part: number, now: Date): Promise<void> {
  await trx('plan_parts').where({ plan_id: planId, part }).update({ reminded_at: now })
}

/** The first part that is not paid; undefined once all are. */
export const nextPart = ({ parts }: Plan): PartRow | undefined => parts.find(({ paid_at }) => paid_at === null)

/**
 * Returns the end of access that paying a part gives: until the next part's day and its grace, and with the last one for as long as the course is
 * sold. `days` are those of the parts.
 */
export function endAfterPart(plan: Plan, part: number, startedAt: Date): Date | null {
  const next = plan.parts.find((one) => one.part === part + 1)
  if (!next) return endOfWhole(startedAt, plan.access_period)
  if (next.due_on === null) throw new Error(`the plan ${plan.plan_id} has no days`)
  return openUntil(next.due_on, plan.grace_days)
}

/** Finds how a course on sale is paid in parts; undefined for one that is not on sale. */
export async function findTerms(db: Db, courseId: string): Promise<{ parts: PartsField | null } | undefined> {
  const { rows } = await db.raw<{ rows: { parts: PartsField | null }[] }>(
    `select parts from ${SOLD_TERMS} c where on_sale and course_id = :courseId`,
    { courseId },
  )
  return rows[0]
}

type OrderPart = {
  order_id: string
  plan_id: string
  part: number
  of: number
  due_on: string | null
  every_days: number
  created_at: string
  started: boolean
}

/** Finds the parts that orders pay. */
export async function findOrderParts(db: Db, orderIds: readonly string[]): Promise<OrderPart[]> {
  const { rows } = await db.raw<{ rows: OrderPart[] }>(
    `select o.order_id, o.plan_id, o.part, (select count(*)::int from plan_parts every where every.plan_id = o.plan_id) as of,
       p.due_on::text as due_on, plans.every_days, plans.created_at, plans.started_at is not null as started
     from plan_orders o join plans on plans.plan_id = o.plan_id join plan_parts p on p.plan_id = o.plan_id and p.part = o.part
     where o.order_id = any(:orderIds)`,
    { orderIds: [...orderIds] },
  )
  return rows
}

/** Returns true once a course is sold in parts, or was. */
export async function isInUse(db: Db): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { found: boolean }[] }>(
    `select exists (select from ${SOLD_TERMS} c where on_sale and parts is not null) or exists (select from plans where started_at is not null) as found`,
  )
  return rows[0]?.found === true
}
