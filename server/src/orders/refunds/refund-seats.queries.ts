import type { Db } from '../../context.ts'
import { revokeOwnSeat, revokeSeatOfGift } from '../../enrolments/enrolments.queries.ts'
import { findGiftSeats, revokeGiftSeat } from '../../gifts/gifts.queries.ts'

export type RefundSeat = { course_id: string; seat: number }

export async function insertRefundSeats(trx: Db, refundId: string, seats: readonly RefundSeat[]): Promise<void> {
  if (seats.length === 0) return
  await trx('refund_seats').insert(seats.map(({ course_id, seat }) => ({ refund_id: refundId, course_id, seat })))
}

export function findRefundSeats(db: Db, refundId: string): Promise<RefundSeat[]> {
  return db('refund_seats').where({ refund_id: refundId }).orderBy(['course_id', 'seat']).select('course_id', 'seat')
}

/** The seats of an order that are back, or on their way; with `processed` those alone that are back. */
export function findGoneSeats(db: Db, orderId: string, { processed = false } = {}): Promise<RefundSeat[]> {
  return db('refund_seats as s')
    .join('refunds as r', 'r.refund_id', 's.refund_id')
    .where('r.order_id', orderId)
    .modify((query) => (processed ? query.where('r.status', 'processed') : query.whereNot('r.status', 'failed')))
    .select('s.course_id', 's.seat')
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

/**
 * True when an admin gave back the last seats that nobody else has redeemed: the buyer has nothing left of the order. What goes back by
 * itself closes none.
 */
export async function isWhollyPicked(trx: Db, orderId: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { whole: boolean }[] }>(
    `with back as (
       select r.origin, s.course_id from refund_seats s join refunds r on r.refund_id = s.refund_id
       where r.order_id = :orderId and r.status = 'processed' and s.seat = 0
     )
     select exists (select from back where origin = 'admin') and not exists (
       select from order_lines where order_id = :orderId and course_id not in (select course_id from back)) as whole`,
    { orderId },
  )
  if (!rows[0]?.whole) return false
  return (await findGiftSeats(trx, orderId, { lock: false })).every(({ redeemed_at }) => redeemed_at !== null)
}
