import { indianDay } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import type { Plan as ShownPlan } from 'contract/parts/parts'
import { moveRange, openUntil } from 'contract/parts/plan-parts'
import type { Db } from '../../context.ts'
import { COURSES } from '../../courses/courses/courses.sql.ts'
import { findDocumentNames } from '../documents/documents.queries.ts'
import { ORDERS } from '../orders/orders.sql.ts'
import { isOpen, nextPart, type PartRow, type Plan } from './parts.queries.ts'

type PaidOrder = { order_id: string; order_no: string; status: string; total_paise: number }

/** The end of access while the next part is unpaid; null once all are paid, and before the plan has begun. */
export function endOfUnpaid(plan: Plan): Date | null {
  const due = nextPart(plan)
  return due?.due_on ? openUntil(due.due_on, plan.grace_days) : null
}

/** The days to which a part may move. */
export const rangeOf = (plan: Plan, part: PartRow, now: Date) =>
  moveRange(
    plan.parts.flatMap(({ part, due_on }) => (due_on === null ? [] : [{ part, due_on }])),
    part.part,
    indianDay(now),
  )

/** Shows plans with their orders and documents. */
export async function toPlans(db: Db, plans: readonly Plan[], now: Date): Promise<ShownPlan[]> {
  if (plans.length === 0) return []
  const ids = plans.flatMap(({ parts }) => parts.flatMap(({ paid_order_id }) => paid_order_id ?? []))
  const [orders, documents, banners] = await Promise.all([
    findPaidOrders(db, ids),
    findDocumentNames(db, ids),
    findBanners(
      db,
      plans.map(({ course_id }) => course_id),
    ),
  ])
  return plans.map((plan) => {
    const unpaid = nextPart(plan)
    const due = isOpen(plan) ? unpaid : undefined
    const state = due ? ('open' as const) : unpaid || plan.ended_at !== null ? ('ended' as const) : ('done' as const)
    const parts = plan.parts.map((part) => {
      const order = orders.get(part.paid_order_id ?? '')
      const isRefunded = order?.status === 'refunded'
      return {
        paise: order?.total_paise ?? part.agreed_paise,
        shown: {
          part: part.part,
          amount: toRupees(order?.total_paise ?? part.agreed_paise),
          due_on: part.due_on ?? indianDay(now),
          state: order
            ? isRefunded
              ? ('refunded' as const)
              : ('paid' as const)
            : state === 'ended'
              ? ('ended' as const)
              : part === due
                ? ('due' as const)
                : ('later' as const),
          paid_at: part.paid_at,
          order: order
            ? {
                order_id: order.order_id,
                order_no: order.order_no,
                documents: documents
                  .filter(({ order_id }) => order_id === order.order_id)
                  .map(({ document_id, kind, serial, issued_at }) => ({ document_id, kind, serial, issued_at })),
              }
            : null,
          wished_on: part.wished_on,
        },
      }
    })
    const sum = (...states: string[]) =>
      toRupees(parts.reduce((paise, one) => paise + (states.includes(one.shown.state) ? one.paise : 0), 0))
    const end = due ? endOfUnpaid(plan) : null
    return {
      plan_id: plan.plan_id,
      course_id: plan.course_id,
      course_name: plan.course_name,
      course_banner: banners.get(plan.course_id) ?? '',
      state,
      grace_days: plan.grace_days,
      price: toRupees(parts.reduce((paise, one) => paise + one.paise, 0)),
      paid: sum('paid'),
      open: sum('due', 'later'),
      open_until: end?.toISOString() ?? null,
      paused: end !== null && end <= now,
      access_period: plan.access_period,
      ...(state === 'ended' && plan.owned ? { owned: true as const } : {}),
      move: due ? rangeOf(plan, due, now) : null,
      parts: parts.map(({ shown }) => shown),
    }
  })
}

async function findPaidOrders(db: Db, orderIds: readonly string[]): Promise<Map<string, PaidOrder>> {
  const { rows } = await db.raw<{ rows: PaidOrder[] }>(
    `select o.order_id, o.order_no, o.status, o.total_paise from ${ORDERS} o where o.order_id = any(:orderIds)`,
    { orderIds: [...orderIds] },
  )
  return new Map(rows.map((row) => [row.order_id, row]))
}

async function findBanners(db: Db, courseIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.raw<{ rows: { course_id: string; banner: string }[] }>(
    `select course_id, banner from ${COURSES} c where course_id = any(:courseIds)`,
    { courseIds: [...courseIds] },
  )
  return new Map(rows.map((row) => [row.course_id, row.banner]))
}
