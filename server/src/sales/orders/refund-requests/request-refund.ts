import { isDeepStrictEqual } from 'node:util'
import { toPaise, toRupees } from 'contract/money'
import { REASON_NEEDED } from 'contract/orders/actions'
import type { Context, Db } from '../../../context.ts'
import { appError, invalidField, plainError } from '../../../errors.ts'
import { answerOnce, keyReused } from '../../../platform/db/idempotency.ts'
import { isDatabaseUnavailable } from '../../../platform/db/knex.ts'
import { noteChange, noteRepeat } from '../../../shop/activity/note-change.ts'
import { findCoinsAlone } from '../coin-spends.queries.ts'
import { lockOrder, type OrderRow } from '../orders.queries.ts'
import { giveBackFree, isFreePaid } from '../refunds/refund-free.ts'
import { findRefundSeats, type RefundSeat } from '../refunds/refund-seats.queries.ts'
import { seatWords } from '../refunds/refundable.ts'
import { findRefund, findRefundByKey, type RefundRow } from '../refunds/refunds.queries.ts'
import { isAboutGateway, sendRefund } from '../refunds/send-refund.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'
import { type Decided, decideRefund, needsReason, type RefundAnswer, type RefundRequest } from './decide-refund.ts'
import { makeRefund } from './make-refund.ts'
import type { RefundRequestRow } from './refund-requests.queries.ts'
import { findEarlierRequest, needsSecondPerson, requireSecondPerson } from './second-person.ts'

/**
 * Refunds an order for the owner. The row is committed before the gateway call, with its id as the key there, so that
 * neither a kill nor a lost answer refunds twice; parallel requests follow each other on the order's lock and never
 * exceed the capture. Errors as the contract's entry lists them.
 */
export async function requestRefund(ctx: Context, request: RefundRequest): Promise<RefundAnswer> {
  const made = await ctx.db.transaction((trx) => findOrMakeRefund(ctx, trx, request))
  if ('refund_id' in made) return made
  if ('request_id' in made) {
    return { refund_id: made.request_id, status: 'second_person', amount: toRupees(made.amount_paise) }
  }
  const { row, repeated, order } = made
  if (row.status !== 'requested') return toAnswer(row)
  try {
    if (!repeated) await sendRefund(ctx, row)
    else await reconcileOrder(ctx, order)
    return toAnswer((await findRefund(ctx.db, row.refund_id)) ?? row)
  } catch (error) {
    // The refund is stored, so the reconciler requests it until it is made: an admin who saw a failure would make it a second time.
    ctx.log.warn({ err: error, refund_id: row.refund_id }, 'a refund is not known to be made, it is requested again')
    if (isDatabaseUnavailable(error)) return toAnswer(row)
    if (!isAboutGateway(error)) throw error
    const now = (await findRefund(ctx.db, row.refund_id)) ?? row
    return now.status === 'requested' ? { ...toAnswer(now), waiting: error.message } : toAnswer(now)
  }
}

/** The refund and whether it was there before, the request that waits for a second person, or the answer where no money goes back. */
type Made =
  | RefundAnswer
  | { row: RefundRow; repeated: boolean; order: OrderRow }
  | Pick<RefundRequestRow, 'request_id' | 'amount_paise'>

async function findOrMakeRefund(ctx: Context, trx: Db, request: RefundRequest): Promise<Made> {
  const { orderId, approves } = request
  const order = await lockOrder(trx, orderId)
  if (!order) throw appError('not_found', 'Order not found')
  if (order.total_paise === 0) return refundWholeFree(ctx, trx, order, request)
  const made = await findMade(trx, order, request)
  if (made) return made
  const decided = await decideRefund(trx, order, request, ctx.now())
  if (!approves && (await needsSecondPerson(trx, orderId, decided)))
    return requestSecondPerson(ctx, trx, order, request, decided)
  return { row: await makeRefund(ctx, trx, order, { request, decided }), repeated: false, order }
}

/** Finds the result of the same request: by its key, or by its wait for a second person. */
async function findMade(trx: Db, order: OrderRow, request: RefundRequest): Promise<Made | undefined> {
  const { orderId, key } = request
  const known = key ? await findRefundByKey(trx, orderId, key) : undefined
  if (known) {
    // With "keep" the seats that nobody has redeemed are those of the refund, and nobody picked them.
    const seats = known.redeemed === null ? await findRefundSeats(trx, known.refund_id) : null
    requireSame(request, order, { ...known, seats, bank: known.channel === 'bank' ? known : null })
    noteRepeat()
    return { row: known, repeated: true, order }
  }
  const before = request.approves ? undefined : await findEarlierRequest(trx, order, key)
  if (!before) return undefined
  requireSame(request, order, before)
  if (before.status === 'declined') throw plainError('conflict', 'This refund was declined by a second person')
  noteRepeat()
  if (before.status === 'open') return before
  const input = await findRefundByKey(trx, orderId, before.request_id)
  return input && { row: input, repeated: true, order }
}

type Transfer = { reference: string | null; sent_on: string | null; payment_id?: string | undefined }
type RefundWish = Pick<RefundRequestRow, 'amount_paise' | 'reason' | 'redeemed' | 'seats'> & { bank: Transfer | null }

/** Refuses a key that has another request: 409 `idempotency_mismatch`. A transfer that names no payment is of the order's own. */
function requireSame(
  { amount, reason, redeemed, seats, bank }: RefundRequest,
  order: OrderRow,
  shown: RefundWish,
): void {
  const transfer = (of: Transfer | null | undefined) =>
    of ? [of.reference, of.sent_on, of.payment_id ?? order.payment_id] : null
  const requested = amount === undefined ? shown.amount_paise : toPaise(amount)
  const same = [requested, reason, redeemed ?? null, sortedSeats(seats ?? []), transfer(bank)]
  const before = [
    shown.amount_paise,
    shown.reason,
    shown.redeemed,
    sortedSeats(shown.seats ?? []),
    transfer(shown.bank),
  ]
  if (!isDeepStrictEqual(same, before)) throw keyReused('refund')
}

function requestSecondPerson(
  ctx: Context,
  trx: Db,
  { order_id, order_no }: OrderRow,
  request: RefundRequest,
  { paise, currency, seats: picked }: Decided,
) {
  const { admin, reason, redeemed = null, seats, bank = null, key } = request
  const everything = redeemed === 'take' ? 'everything, redeemed gift seats too' : null
  const about = picked.length > 0 ? seatWords(picked) : everything
  const shown = { reason, redeemed, seats: seats ? [...seats] : null, bank }
  return requireSecondPerson(
    ctx,
    trx,
    { ...shown, order_id, amount_paise: paise, about },
    { order_no, admin, key, currency },
  )
}

const sortedSeats = (seats: readonly RefundSeat[]) => seats.map(({ course_id, seat }) => `${course_id} ${seat}`).sort()

function toAnswer(row: Pick<RefundRow, 'refund_id' | 'status' | 'amount_paise'>): RefundAnswer {
  const status = row.status === 'requested' ? 'pending' : row.status
  return { refund_id: row.refund_id, status, amount: toRupees(row.amount_paise) }
}

/** Refunds an order of nothing for the owner, locked; 409 `not_refundable` for a part of one, or one that went back. */
async function refundWholeFree(ctx: Context, trx: Db, order: OrderRow, request: RefundRequest): Promise<RefundAnswer> {
  const { admin, reason, amount, redeemed, seats, bank, key } = request
  const { order_id } = order
  const act = async (): Promise<RefundAnswer> => {
    if (!isFreePaid(order) || amount || bank || seats)
      throw appError('not_refundable', 'There is nothing left to refund in this order')
    if (reason === null && (await needsReason(trx, order, ctx.now()))) throw invalidField('reason', REASON_NEEDED)
    const [spent] = await findCoinsAlone(trx, [order_id])
    const what = spent ? `${spent.coins_back} coins` : 'An order of nothing'
    const after = { refund: 0, ...(spent && { coins: spent.coins_back }), reason }
    await noteChange(trx, { kind: 'order', id: order_id, name: order.order_no, after })
    await giveBackFree(ctx, trx, order, [`${what} by ${admin.email}`, reason].filter(Boolean).join(': '))
    return { refund_id: order_id, status: 'processed', amount: 0 }
  }
  if (!key) return act()
  const input = [reason, amount ?? null, redeemed ?? null, seats ?? null, bank ?? null]
  // Keys of an earlier release answer still.
  const keyed = { scope: `refund-coins:${order_id}`, key, what: 'refund', said: input, now: ctx.now() }
  const { answer, repeated } = await answerOnce(trx, keyed, act)
  if (repeated) noteRepeat()
  return answer
}
