import type { Db } from '../../../context.ts'
import {
  lockGrants,
  restoreEnrolments,
  revokeOwnSeat,
  revokeSeatOfGift,
} from '../../../courses/enrolments/grants.queries.ts'
import { codesOfOrder, findGiftSeats, restoreGiftCodes, revokeGiftSeat } from '../../gifts/gifts.queries.ts'
import type { RefundRow } from './refunds.queries.ts'

export type RefundSeat = { course_id: string; seat: number }
type GoneSeat = RefundSeat & Pick<RefundRow, 'refund_id' | 'origin'>

export async function insertRefundSeats(trx: Db, refundId: string, seats: readonly RefundSeat[]): Promise<void> {
  if (seats.length === 0) return
  await trx('refund_seats').insert(seats.map(({ course_id, seat }) => ({ refund_id: refundId, course_id, seat })))
}

export function findRefundSeats(db: Db, refundId: string): Promise<RefundSeat[]> {
  return db('refund_seats').where({ refund_id: refundId }).orderBy(['course_id', 'seat']).select('course_id', 'seat')
}

/** The seats of an order that are back, or on their way; with `processed` those alone that are back. */
export function findGoneSeats(db: Db, orderId: string, { processed = false } = {}): Promise<GoneSeat[]> {
  return db('refund_seats as s')
    .join('refunds as r', 'r.refund_id', 's.refund_id')
    .where('r.order_id', orderId)
    .modify((query) => (processed ? query.where('r.status', 'processed') : query.whereNot('r.status', 'failed')))
    .select('r.refund_id', 's.course_id', 's.seat', 'r.origin')
}

/** The courses of orders whose own seat is back. */
export function findRefundedCourses(
  db: Db,
  orderIds: readonly string[],
): Promise<{ order_id: string; course_id: string }[]> {
  return db('refund_seats as s')
    .join('refunds as r', 'r.refund_id', 's.refund_id')
    .whereIn('r.order_id', [...orderIds])
    .where({ 'r.status': 'processed', 's.seat': 0 })
    .select('r.order_id', 's.course_id')
}

/** Locks all that an order gave, codes before access as who redeems one does. */
export async function lockSeats(trx: Db, orderId: string): Promise<void> {
  await findGiftSeats(trx, orderId, { lock: true })
  await lockGrants(trx, orderId, codesOfOrder(trx, orderId))
}

/** Takes the access of some seats of an order, and their codes. Answers as `revokeGrants`. */
export async function revokeSeats(
  trx: Db,
  orderId: string,
  { now, seats }: { now: string; seats: readonly RefundSeat[] },
): Promise<{ courses: number; gifts: number; seats: string[] }> {
  const taken = { courses: 0, gifts: 0, seats: [] as string[] }
  for (const { course_id, seat } of seats) {
    if (seat === 0) {
      taken.courses += await revokeOwnSeat(trx, { orderId, courseId: course_id, now })
      continue
    }
    const code = await revokeGiftSeat(trx, { orderId, courseId: course_id, seat, now })
    if (code === undefined) continue
    taken.gifts += 1
    const ids = await revokeSeatOfGift(trx, { code, now })
    taken.courses += ids.length
    taken.seats.push(...ids)
  }
  return taken
}

/** Gives back what an order's refunds took, but for the seats that are back in truth. Answers how much that was. */
export async function restoreSeats(
  trx: Db,
  orderId: string,
  gone: readonly RefundSeat[],
): Promise<{ courses: number; gifts: number }> {
  const codes = await restoreGiftCodes(trx, orderId, gone)
  const own = gone.filter(({ seat }) => seat === 0).map(({ course_id }) => course_id)
  return { courses: await restoreEnrolments(trx, { orderId, codes, without: own }), gifts: codes.length }
}
