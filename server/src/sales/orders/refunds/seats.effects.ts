import type { Context, Db } from '../../../context.ts'
import type { OrderEffects, OrderMoney } from '../order-effects.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import { lockSeats, restoreSeats, revokeSeats } from './refund-seats.queries.ts'
import { findRefunds, revokeGrants } from './refunds.queries.ts'
import { fetchStandInState } from './stand-in.ts'

export const effects: OrderEffects = {
  seats: {
    /** A full refund removes all access that the order gave, that of redeemed gift codes too. */
    undo: async (ctx, trx, money) => {
      await takeSeats(ctx, trx, money)
    },
    /** Picked seats lose theirs; a sum alone removes nothing. */
    redo: async (ctx, trx, money) => {
      await takeSeats(ctx, trx, money)
      // Money that waits for the owner granted nothing.
      if (money.order.status !== 'review') await giveSeatsBack(trx, money)
    },
  },
}

async function takeSeats(ctx: Context, trx: Db, { order, gone, changed, now }: OrderMoney): Promise<void> {
  const { order_id } = order
  const full = order.status === 'refunded'
  await lockSeats(trx, order_id)
  const picked = await revokeSeats(trx, order_id, { now, seats: gone })
  const rest = full ? await revokeGrants(trx, order_id, now) : NOBODY
  const courses = picked.courses + rest.courses
  const gifts = picked.gifts + rest.gifts
  for (const enrolment_id of [...picked.seats, ...rest.seats])
    await ctx.queue.send(trx, 'seat-taken-mail', { enrolment_id })
  if ((full && changed) || courses + gifts > 0)
    await insertOrderEvent(trx, { order_id, kind: 'access_taken', detail: counted(courses, gifts), created_at: now })
  if (courses > 0) await fetchStandInState(ctx, trx, order)
}

/**
 * A refund that failed after it was processed gives back the access that it took: the money is still here. Also when the buyer's account
 * is gone, for the seats of others.
 */
async function giveSeatsBack(trx: Db, { order: { order_id }, gone, now }: OrderMoney): Promise<void> {
  if (!(await findRefunds(trx, [order_id])).some(({ status }) => status === 'failed')) return
  const { courses, gifts } = await restoreSeats(trx, order_id, gone)
  if (courses + gifts === 0) return
  await insertOrderEvent(trx, { order_id, kind: 'access_restored', detail: counted(courses, gifts), created_at: now })
}

const NOBODY = { courses: 0, gifts: 0, seats: [] as string[] }

const counted = (courses: number, gifts: number) => `${countOf(courses, 'course')}, ${countOf(gifts, 'gift code')}`
const countOf = (count: number, of: string) => `${count} ${of}${count === 1 ? '' : 's'}`
