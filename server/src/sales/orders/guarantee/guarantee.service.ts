import { DAY_MS } from 'contract/indian-time'
import { formatRupees, rupeesOrNull, toRupees } from 'contract/money'
import { proposeRefund } from 'contract/orders/conditions'
import type { GuaranteeRequest } from 'contract/orders/guarantee'
import type { Context, Db } from '../../../context.ts'
import { appError, plainError } from '../../../errors.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { rewardEarned } from '../../../shop/moments/moments.ts'
import { findGuaranteeDays } from '../../../shop/settings/settings.queries.ts'
import { findCoinsAlone } from '../coin-spends.queries.ts'
import { closeGuarantee, findGuarantees, type GuaranteeRow, insertGuarantee } from '../guarantee.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findOrder, lockOrder, type OrderRow } from '../orders.queries.ts'
import { findOpenRequest } from '../refund-requests/refund-requests.queries.ts'
import { findConditions } from '../refunds/conditions.ts'
import { isFreePaid } from '../refunds/refund-free.ts'
import {
  findFreeSeats,
  findRefundable,
  NOTHING,
  paiseOf,
  type Refundable,
  seatWords,
  sumOf,
} from '../refunds/refundable.ts'
import { PAID } from '../status.ts'

/** Returns the guarantee's end for an order; null where none applies. Ignores the refundable amount. */
export function guaranteeUntil(order: OrderRow, days: number, now: Date): string | null {
  if (!PAID.includes(order.status) || order.paid_at === null) return null
  if (order.payment_id === null && !isFreePaid(order)) return null
  const until = new Date(Date.parse(order.paid_at) + days * DAY_MS)
  return days > 0 && now <= until ? until.toISOString() : null
}

export const toGuarantee = ({ amount_paise, ...row }: GuaranteeRow): GuaranteeRequest => {
  const { status, asked_at, course_ids, reason, answer } = row
  return { status, asked_at, amount: rupeesOrNull(amount_paise), course_ids, reason, answer }
}

type RequestInput = { userId: number; orderId: string }

/** Finds the seats that a buyer can return: all but gift seats that others redeemed. Errors as the contract's entry lists them. */
async function requireRefundable(db: Db, order: OrderRow | undefined, { userId }: RequestInput, now: Date) {
  if (!order || order.user_id !== userId) throw appError('not_found', 'Order not found')
  const days = await findGuaranteeDays(db)
  if (guaranteeUntil(order, days, now) === null)
    throw appError('conflict', 'Refunds can be asked for within {days} days of the payment', { values: { days } })
  if (isFreePaid(order)) return { order, refundable: NOTHING, courses: await findFreeSeats(db, order) }
  const refundable = await findRefundable(db, order, { lock: false })
  const seats = refundable.seats.filter(({ gift }) => !gift?.redeemed_at)
  if (paiseOf(refundable, seats) === 0) throw appError('conflict', 'There is nothing left to refund in this order')
  return { order, refundable, courses: [...Map.groupBy(seats, ({ course_id }) => course_id)] }
}

/** Lists the refundable courses of a buyer's (`users.id`) order. */
export async function offerGuarantee({ db, now }: Pick<Context, 'db' | 'now'>, requested: RequestInput) {
  const found = await findOrder(db, requested.orderId)
  const { order, refundable, courses } = await requireRefundable(db, found, requested, now())
  const offered = courses.map(async ([course_id, seats]) => {
    const earned = await rewardEarned(db, { userId: requested.userId, courseId: course_id })
    const others = refundable.seats.filter((seat) => seat.course_id === course_id && seat.gift?.redeemed_at)
    return {
      course_id,
      course_name: seats[0]?.course_name ?? '',
      amount: toRupees(paiseOf(refundable, seats)),
      own: seats.some(({ seat }) => seat === 0),
      gift_codes: seats.flatMap(({ gift }) => gift?.code ?? []),
      redeemed: others.length,
      certificate: earned.includes(true),
    }
  })
  const all = courses.flatMap(([, seats]) => seats)
  return {
    amount: toRupees(paiseOf(refundable, all)),
    courses: await Promise.all(offered),
    ...(await termsOf(db, order, refundable)),
    coins: (await findCoinsAlone(db, [order.order_id]))[0]?.coins_back ?? 0,
  }
}

/** The facts that a buyer's refund is proposed from. */
async function termsOf(db: Db, order: OrderRow, { all, withheld, seats }: Refundable) {
  return {
    refundable: toRupees(all),
    withheld: toRupees(sumOf(withheld)),
    conditions: await findConditions(db, order),
    seats: seats.map(({ course_id, seat, paise, gift }) => ({
      course_id,
      seat,
      amount: toRupees(paise),
      redeemed: Boolean(gift?.redeemed_at),
    })),
  }
}

/** A buyer (`users.id`) asks for the money of an order, or of some of its courses; errors as the contract's entry lists them. */
export async function requestGuarantee(
  ctx: Context,
  { reason, courseIds, ...asked }: RequestInput & { reason: string | null; courseIds: readonly string[] | undefined },
): Promise<GuaranteeRequest> {
  return ctx.db.transaction(async (trx) => {
    const found = await lockOrder(trx, asked.orderId)
    const { order, refundable, courses } = await requireRefundable(trx, found, asked, ctx.now())
    const chosen = courses.filter(([id]) => !courseIds || courseIds.includes(id))
    const seats = chosen.flatMap(([, of]) => of)
    const isPart = isFreePaid(order) && chosen.length < courses.length
    const isNothing = !isFreePaid(order) && paiseOf(refundable, seats) === 0
    if (isPart || isNothing || courseIds?.some((id) => !chosen.some(([one]) => one === id)))
      throw appError('conflict', 'Some of these courses cannot be refunded. Please choose again.')
    // The shop decides even where the benefits that fall away are more than the price.
    const { proposed: amount_paise } = proposeRefund(await termsOf(trx, order, refundable), seats)
    const asked_at = ctx.now().toISOString()
    const { order_id } = order
    const row = { order_id, reason, asked_at, amount_paise, course_ids: chosen.map(([id]) => id) }
    if (!(await insertGuarantee(trx, row)))
      throw appError('conflict', 'You have already asked for a refund of this order')
    const detail = [`${formatRupees(amount_paise)} for ${seatWords(seats)}`, reason].filter(Boolean).join(': ')
    await insertOrderEvent(trx, { order_id, kind: 'guarantee_asked', detail, created_at: asked_at })
    return toGuarantee({ ...row, status: 'open', answer: null })
  })
}

/** The shop does not give the money back, and says why. Errors as the contract's entry lists them. */
export async function declineGuarantee(
  ctx: Context,
  { orderId, answer, admin }: { orderId: string; answer: string; admin: { email: string } },
): Promise<GuaranteeRequest> {
  return ctx.db.transaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    // Approved after all, the buyer would have been refused what they get.
    if (await findOpenRequest(trx, orderId))
      throw plainError('conflict', 'A refund of this order needs approval. Approve or decline it first.')
    const closed_at = ctx.now().toISOString()
    const row = await closeGuarantee(trx, orderId, { status: 'declined', answer, closed_at })
    if (!order || !row) throw plainError('not_found', 'Nothing is asked for in this order')
    const detail = `${admin.email}: ${answer}`
    await insertOrderEvent(trx, { order_id: orderId, kind: 'guarantee_declined', detail, created_at: closed_at })
    await ctx.queue.send(trx, 'guarantee-declined-mail', { request_id: String(row.id) })
    await noteChange(trx, {
      kind: 'order',
      id: orderId,
      name: order.order_no,
      after: { guarantee: 'declined', answer },
    })
    return toGuarantee(row)
  })
}

/** Finds the guarantee state that an order's buyer sees. */
export async function findGuaranteesOf(db: Db, orders: readonly OrderRow[], now: Date) {
  const days = await findGuaranteeDays(db)
  const requested = await findGuarantees(
    db,
    orders.map(({ order_id }) => order_id),
  )
  return new Map(
    orders.flatMap((order) => {
      const row = requested.find(({ order_id }) => order_id === order.order_id)
      const until = row?.status === 'open' ? null : guaranteeUntil(order, days, now)
      return row || until ? [[order.order_id, { until, request: row ? toGuarantee(row) : null }] as const] : []
    }),
  )
}
