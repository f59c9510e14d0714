import { randomBytes } from 'node:crypto'
import { indianDay } from 'contract/indian-time'
import { formatRupees } from 'contract/money'
import type { BoughtOrder } from 'contract/orders/orders'
import { priceCart } from 'contract/orders/price-cart'
import type { Plan as ShownPlan } from 'contract/parts/parts'
import { dueDays, openUntil } from 'contract/parts/plan-parts'
import type { Context, Db } from '../../context.ts'
import { theCourse } from '../../courses/enrolments/enrolments.queries.ts'
import { moveGrantEnd } from '../../courses/enrolments/grants.queries.ts'
import { appError, plainError } from '../../errors.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { taxAt } from '../documents/tax-settings.ts'
import { billingAgain, NO_BILLING } from '../orders/checkout/billing.ts'
import type { Cart } from '../orders/checkout/cart.ts'
import { buy } from '../orders/checkout/checkout.service.ts'
import { agreedPrice } from '../orders/checkout/price-at.ts'
import { findOrder, findOrderLines } from '../orders/orders.queries.ts'
import { following } from '../orders/origin.ts'
import {
  endPlanRow,
  findOrdersOfPlan,
  findPlan,
  findPlanOfOrder,
  hasGranted,
  insertPlanOrder,
  isOpen,
  lockPlan,
  markPartPaid,
  movePart,
  nextPart,
  noteReminded,
  type PartRow,
  type Plan,
  startPlan,
  wishPart,
} from './parts.queries.ts'
import { rangeOf, toPlans } from './plan-wire.ts'

type Student = { id: number; user_id: string }

const HOUR_MS = 3_600_000
const NOTHING_DUE = 'Nothing is due in this plan'

const notFound = () => appError('not_found', 'Plan not found')

/** Finds a plan of a student; one that has not begun is nobody's yet. */
export async function requireOwnPlan(db: Db, user: Student, planId: string): Promise<Plan> {
  const plan = await findPlan(db, planId)
  if (plan?.user_id !== user.id || plan.started_at === null) throw notFound()
  return plan
}

export async function showPlan(ctx: Context, plan: Plan): Promise<ShownPlan> {
  const [shown] = await toPlans(ctx.db, [plan], ctx.now())
  if (!shown) throw notFound()
  return shown
}

/** Returns the part of a plan that is due next; 409 once nothing is. */
function requireDue(plan: Plan): PartRow & { due_on: string } {
  const due = isOpen(plan) ? nextPart(plan) : undefined
  if (!due || due.due_on === null || due.part === 1) throw appError('conflict', NOTHING_DUE)
  return { ...due, due_on: due.due_on }
}

/** Makes the order of the next part, at the price that was agreed, even if the course is not on sale any more. */
export async function payPart(
  ctx: Context,
  user: Student,
  {
    planId,
    language,
    state,
  }: { planId: string; language: Parameters<typeof buy>[1]['language']; state?: string | undefined },
): Promise<BoughtOrder> {
  const plan = await requireOwnPlan(ctx.db, user, planId)
  const due = requireDue(plan)
  const [first] = await findOrdersOfPlan(ctx.db, planId)
  const before = first && (await findOrder(ctx.db, plan.parts[0]?.paid_order_id ?? first.order_id))
  const known = before && billingAgain(before)
  return buy(ctx, {
    user,
    origin: following('part', before, ctx.now()),
    language,
    courseIds: [plan.course_id],
    billing: known ?? (state ? { ...NO_BILLING, billing_state: state } : undefined),
    agreed: {
      price: (db) => cartOf(db, plan, due, { now: ctx.now(), soldBy: before?.order_id }),
      made: async (trx, { order_id }) => {
        // Another tab may have paid it, or the owner ended the plan, since it was read.
        const now = await lockPlan(trx, planId)
        if (!now || requireDue(now).part !== due.part) throw appError('conflict', NOTHING_DUE)
        await insertPlanOrder(trx, { order_id, plan_id: planId, part: due.part })
      },
    },
  })
}

/** Tries the first part of a plan again that nobody has paid: a new order, with a plan of its own. */
export async function payFirstAgain(
  ctx: Context,
  user: Student,
  {
    orderId,
    expectedTotal,
    language,
  }: { orderId: string; expectedTotal: number; language: Parameters<typeof buy>[1]['language'] },
): Promise<BoughtOrder> {
  const order = await findOrder(ctx.db, orderId)
  const [line] = await findOrderLines(ctx.db, [orderId])
  if (!order || !line) throw notFound()
  return buy(ctx, {
    user,
    origin: following(order.channel, order, ctx.now()),
    language,
    courseIds: [line.course_id],
    expectedTotal,
    billing: billingAgain(order),
    fields: { parts: 'true' },
  })
}

/** The page of a plan in the store. */
export const planPath = (planId: string) => `/dashboard/orders?${new URLSearchParams({ plan: planId })}`

export const newPlanId = () => `pl_${randomBytes(12).toString('hex')}`

async function cartOf(
  db: Db,
  plan: Plan,
  due: PartRow,
  { now, soldBy }: { now: Date; soldBy: string | undefined },
): Promise<Cart> {
  const [sold] = soldBy ? await findOrderLines(db, [soldBy]) : []
  const { course_id, course_name: name, access_period } = plan
  const agreed = { course_id, price_paise: due.amount_paise, total_paise: due.agreed_paise }
  const { price_paise, tax, holdsTax } = agreedPrice(agreed, await taxAt(db, now))
  const course = {
    course_id,
    name,
    banner: sold?.course_banner ?? '',
    price_paise,
    access_period,
    legal_disclaimer: null,
    free: false,
    terms: {},
  }
  return {
    courses: [{ ...course, sells: theCourse(course) }],
    priced: priceCart([{ course_id, price_paise, quantity: 1 }], null, tax),
    code: null,
    offer: null,
    credits: [],
    tax,
    holdsTax,
    continues: true,
  }
}

/** Notes the day that a student asks for; the owner decides. */
export async function wishDate(ctx: Context, user: Student, { planId, day }: { planId: string; day: string }) {
  await requireOwnPlan(ctx.db, user, planId)
  const plan = await ctx.db.transaction(async (trx) => {
    const locked = await lockPlan(trx, planId)
    if (!locked) throw notFound()
    const due = requireDue(locked)
    checkDay(locked, due, day, ctx.now())
    await wishPart(trx, planId, due.part, day)
    return findPlan(trx, planId)
  })
  if (!plan) throw notFound()
  return showPlan(ctx, plan)
}

function checkDay(plan: Plan, part: PartRow, day: string, now: Date): void {
  const { from, to } = rangeOf(plan, part, now)
  if (day >= from && day <= to) return
  const message = 'Choose a day from {from} to {to}'
  throw appError('invalid', message, { values: { from, to }, errors: [{ path: 'due_on', message }] })
}

/**
 * Moves a part, and with the due one the end of access, which the order before it gave. 404; 409 `edit_conflict` when `ifMatch` names another
 * day than the present one.
 */
export function moveDate(
  ctx: Context,
  { planId, part: number, day, ifMatch }: { planId: string; part: number; day: string; ifMatch: string | undefined },
) {
  return ctx.db.transaction(async (trx) => {
    const plan = await lockPlan(trx, planId)
    const part = plan?.parts.find((one) => one.part === number)
    if (!plan || !part || plan.started_at === null) throw notFound()
    if (!isOpen(plan) || part.paid_at !== null) throw appError('conflict', NOTHING_DUE)
    if (part.due_on === day) return
    requirePresent(ifMatch, `"${part.due_on}"`, 'this date', { due_on: part.due_on })
    checkDay(plan, part, day, ctx.now())
    await movePart(trx, planId, number, day)
    const before = plan.parts.find((one) => one.part === number - 1)
    if (before?.paid_order_id) {
      const until = openUntil(day, plan.grace_days)
      await moveGrantEnd(trx, { orderId: before.paid_order_id, courseId: plan.course_id, until })
    }
    await noteOfPlan(trx, plan, { before: { [`part_${number}`]: part.due_on }, after: { [`part_${number}`]: day } })
  })
}

/** Ends a plan by an owner's word: what is paid stays, and nothing more falls due. */
export function endPlan(ctx: Context, { planId, reason }: { planId: string; reason: string }) {
  return ctx.db.transaction(async (trx) => {
    const plan = await lockPlan(trx, planId)
    if (!plan || plan.started_at === null) throw notFound()
    requireDue(plan)
    await endPlanRow(trx, planId, 'owner', ctx.now())
    await noteOfPlan(trx, plan, { before: { plan: 'open' }, after: { plan: 'ended', reason } })
  })
}

/** Emails the link of the part that is due, at most once an hour. */
export function remindOfPart(ctx: Context, planId: string) {
  return ctx.db.transaction(async (trx) => {
    const plan = await lockPlan(trx, planId)
    if (!plan || plan.started_at === null) throw notFound()
    const due = requireDue(plan)
    const now = ctx.now()
    if (due.reminded_at !== null && now.getTime() - new Date(due.reminded_at).getTime() < HOUR_MS)
      throw plainError('conflict', 'A link went out less than an hour ago')
    await noteReminded(trx, planId, due.part, now)
    const about = { plan_id: planId, part: due.part, due_on: due.due_on, kind: kindOn(due.due_on, indianDay(now)) }
    await ctx.queue.send(trx, 'part-due-mail', { ...about, at: now.toISOString() })
    await noteOfPlan(trx, plan, { after: { reminded: `${due.part}: ${formatRupees(due.agreed_paise)}` } })
  })
}

export type DueKind = 'before' | 'day' | 'late'

export const kindOn = (dueOn: string, today: string): DueKind =>
  today < dueOn ? 'before' : today === dueOn ? 'day' : 'late'

/** The activity of a plan is that of its first order. */
async function noteOfPlan(
  trx: Db,
  plan: Plan,
  change: { before?: Record<string, unknown>; after: Record<string, unknown> },
): Promise<void> {
  const order = await findOrder(trx, plan.parts[0]?.paid_order_id ?? '')
  await noteChange(trx, { kind: 'order', id: order?.order_id ?? null, name: order?.order_no ?? null, ...change })
}

/** The plan of an order with the part that it is for; null for an order of none, and while the first part is unpaid. */
export async function planOfOrder(ctx: Context, orderId: string) {
  const of = await findPlanOfOrder(ctx.db, orderId)
  const plan = of && (await findPlan(ctx.db, of.plan_id))
  if (!of || !plan || plan.started_at === null) return null
  return { ...(await showPlan(ctx, plan)), part: of.part }
}

/** The plan as it is when its first part is paid at a moment. */
export function startedPlan(plan: Plan, now: Date): Plan {
  const days = dueDays(indianDay(now), { count: plan.parts.length, every_days: plan.every_days })
  return { ...plan, parts: plan.parts.map((part, place) => ({ ...part, due_on: days[place] ?? null })) }
}

/** Notes that an order which gave access has paid its part; the first one starts its plan. Does nothing for any other, and for a part that is paid. */
export async function notePartPaid(trx: Db, orderId: string, now: Date): Promise<void> {
  const of = await findPlanOfOrder(trx, orderId)
  if (!of || !(await hasGranted(trx, orderId))) return
  const plan = await lockPlan(trx, of.plan_id)
  if (!plan || plan.parts.some(({ part, paid_at }) => part === of.part && paid_at !== null)) return
  if (of.part === 1) {
    const days = startedPlan(plan, now).parts.flatMap(({ due_on }) => due_on ?? [])
    await startPlan(trx, plan.plan_id, days, now)
  }
  await markPartPaid(trx, { planId: plan.plan_id, part: of.part, orderId, now })
}
