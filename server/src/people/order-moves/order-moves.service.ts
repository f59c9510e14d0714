import { DAY_MS } from 'contract/indian-time'
import { MOVE_DAYS } from 'contract/order-moves'
import type { AdminRole, Context, Db } from '../../context.ts'
import {
  findOrderGrants,
  hasAnyOf,
  lockOrderGrants,
  moveGrants,
} from '../../courses/enrolments/order-grants.queries.ts'
import { plainError } from '../../errors.ts'
import { hasSpent } from '../../sales/orders/coin-spends.queries.ts'
import { ordersShown } from '../../sales/orders/moments.ts'
import { insertOrderEvent } from '../../sales/orders/order-events.queries.ts'
import { findIdOfNumber } from '../../sales/orders/order-numbers.queries.ts'
import { findOrderLines, lockOrder, type OrderRow } from '../../sales/orders/orders.queries.ts'
import { isHeldByDispute } from '../../sales/orders/refunds/held-by-dispute.ts'
import { noteChange, shortEmail } from '../../shop/activity/note-change.ts'
import { makeAccount } from '../../shop/auth/made-account.ts'
import { findProfile } from '../../shop/users/contacts.queries.ts'
import { findPerson } from '../students/find-person.ts'

const refuse = (why: string) => plainError('conflict', why)

type Move = { orderNo: string; email: string; reason: string; role: AdminRole | undefined }

/** Moves what an order opens to another person; the order and its papers stay with the buyer. */
export async function moveOrder(ctx: Context, { orderNo, email, reason, role }: Move): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const orderId = await findIdOfNumber(trx, orderNo)
    const order = orderId && (await lockOrder(trx, orderId))
    if (!order) throw plainError('not_found', 'Order not found')
    const paid = Date.parse(order.paid_at ?? order.created_at)
    if (role !== 'owner' && ctx.now().getTime() - paid > MOVE_DAYS * DAY_MS)
      throw plainError('forbidden', `Only an owner can move an order more than ${MOVE_DAYS} days after its payment`)
    const grants = await lockOrderGrants(trx, order.order_id)
    const fixed = await whyFixed(trx, order)
    if (fixed) throw refuse(fixed)
    const from = grants[0]?.user_id ?? order.user_id
    const to = await receiver(ctx, trx, email)
    if (to === from) throw refuse('This person has the order already')
    const courses = grants.map(({ course_id }) => course_id)
    if (await hasAnyOf(trx, to, courses)) throw refuse('This person has, or had, a course of the order already')
    const now = ctx.now()
    await moveGrants(trx, grants, to, now)
    const names = { from: shortEmail((await findProfile(trx, from)).email), to: shortEmail(email) }
    const { order_id, order_no } = order
    const at = now.toISOString()
    const detail = `from ${names.from} to ${names.to}`
    await insertOrderEvent(trx, { order_id, kind: 'access_moved', detail, created_at: at })
    await ctx.queue.sendAll(trx, 'order-moved-mail', [
      { order_id, at, user_id: from, kind: 'from', other: names.to },
      { order_id, at, user_id: to, kind: 'to', other: names.from },
    ])
    const change = { before: { email: names.from }, after: { email: names.to, reason } }
    await noteChange(trx, { kind: 'order', id: order_id, name: order_no, ...change })
  })
}

/** Returns why what an order opens cannot move as one piece to whoever it is; undefined if it can. */
export async function whyFixed(db: Db, order: OrderRow): Promise<string | undefined> {
  const { order_id, status } = order
  if (status !== 'paid') return 'Only a paid order without refunds can be moved'
  if (await isHeldByDispute(db, order))
    return 'The buyer’s bank disputes this payment: nothing moves until it is decided'
  const stays = (await ordersShown(db, [order_id])).flat().find((shown) => shown.stays)?.stays
  if (stays) return stays
  if (await hasSpent(db, order_id)) return 'An order that coins paid in part cannot be moved: coins are their owner’s'
  if ((await findOrderLines(db, [order_id])).some(({ quantity }) => quantity > 1))
    return 'An order with gifts cannot be moved: send a gift code to the other person'
  const grants = await findOrderGrants(db, order_id)
  if (grants.length === 0) return 'This order opens nothing any more'
  if (grants.some(({ since, continued }) => since !== null || continued))
    return 'A renewal, or what was renewed, cannot be moved: it belongs to earlier access'
  if (grants.some(({ given_until }) => given_until !== null)) return 'Access with an end of its own cannot be moved'
  return undefined
}

/** The account of an email, made if there is none. */
async function receiver(ctx: Context, trx: Db, email: string): Promise<number> {
  const found = (await findPerson(trx, [{ email, phone: null }]))({ email, phone: null })
  if (found.account && !found.account.is_holders)
    throw refuse(
      'This account has not confirmed its email. Ask its holder to confirm it first: their profile sends the link again',
    )
  const made = found.account ?? (await makeAccount(ctx, trx, { email, phone: null, name: null }))
  if (!made) throw refuse('This email was taken a moment ago. Please try again')
  return made.id
}
