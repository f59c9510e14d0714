import { addPeriod, longerPeriod } from 'contract/access-period'
import type { Context, Db } from '../../../context.ts'
import { grantCourses } from '../../../courses/enrolments/grants.queries.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { factStored } from '../../../shop/moments/moments.ts'
import { emptyCart } from '../../carts/carts.queries.ts'
import { createGiftCodes } from '../../gifts/gifts.queries.ts'
import { settleCoins } from '../coins.ts'
import { accessDecided, orderPaid } from '../moments.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { findOrderLines, type OrderLineRow, type OrderRow, updateOrder } from '../orders.queries.ts'
import { findOverlapping } from './overlap.queries.ts'

/**
 * For how long a line gives its course to the buyer: the longer period of two lines that give it. Money that paid for access before counts for its
 * time once: such a bundle gives its period from now on, and not from the end of that access.
 */
function ownSeat({ course_id, bundle_id, credit_paise }: OrderLineRow, lines: readonly OrderLineRow[], now: Date) {
  const periods = lines.filter((line) => line.course_id === course_id).map((line) => line.access_period)
  const access_period = periods.reduce(longerPeriod)
  const joins = bundle_id !== null
  return joins && credit_paise > 0 && access_period !== null
    ? { access_period: null, given_until: addPeriod(now, access_period), joins }
    : { access_period, joins }
}

/**
 * Grants an order, in the transaction that knows of its money, the order locked: enrolments, gift codes, receipt.
 * `columns` are from the gateway. Returns the changes.
 */
export async function markPaid(ctx: Context, trx: Db, before: OrderRow, columns: Partial<OrderRow> = {}) {
  const at = ctx.now()
  const now = at.toISOString()
  failpoint(ctx, 'settle:before-paid')
  const { order_id, user_id: userId } = before
  const paid = { ...columns, status: 'paid', paid_at: now } as const
  await updateOrder(trx, order_id, paid)
  const order = { ...before, ...paid }
  // Students are locked before plans, and plans before grants.
  await settleCoins(ctx, trx, order_id)
  const lines = await findOrderLines(trx, [order_id])
  const bought = lines.filter((line) => !line.owned)
  const decided = (await accessDecided(ctx, trx, { order_id, user_id: userId, now: at })).find(Boolean)
  const granted = await grantCourses(trx, {
    userId,
    courses: decided
      ? decided.courses
      : bought.map((line) => ({ ...line, ...ownSeat(line, lines, at), continues: line.continues })),
    from: { order_id },
    madeAt: before.created_at,
    now: at,
  })
  failpoint(ctx, 'settle:mid-grant')
  // A seat of a bundle is the whole bundle.
  const seats = new Map(lines.map((line) => [line.bundle_id ?? line.course_id, line.quantity]))
  for (const [courseId, quantity] of seats) {
    if (quantity > 1) await createGiftCodes(trx, { orderId: order_id, courseId, count: quantity - 1, now: at })
  }
  await emptyCart(trx, userId)
  await insertOrderEvent(trx, { order_id, kind: 'paid', detail: order.payment_id, created_at: now })
  const owned = bought.flatMap(({ course_id: id }) => (granted.includes(id) ? [] : id)).join(', ')
  const lost = owned !== '' && decided?.courses.length === 0 && !decided.owned
  // Its words are that the courses are open.
  if (!lost) await ctx.queue.send(trx, 'receipt-mail', { order_id })
  await factStored(trx, { event: 'order.paid', subject: order_id, userId, orderId: order_id, at })
  if (order.total_paise > 0) {
    await orderPaid(ctx, trx, { order_id, now })
    await ctx.queue.send(trx, 'hold-phone', { user_id: userId })
  }
  // Nobody is to pay once more for what they have now.
  if (order.page_order_id !== null || (await findOverlapping(trx, order_id, at)).length > 0)
    await ctx.queue.send(trx, 'close-links', { order_id }, { singletonKey: order_id })
  // The automatic refund reads this.
  const kind = lost ? 'not_given' : 'already_owned'
  if (owned) await insertOrderEvent(trx, { order_id, kind, detail: owned, created_at: now })
  ctx.log.info({ order_id, total_paise: order.total_paise }, 'order settled')
  return paid
}
