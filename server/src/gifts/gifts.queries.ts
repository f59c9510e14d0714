import { clearCode } from 'contract/draw-text'
import type { Knex } from 'knex'
import type { Db } from '../context.ts'
import { COURSES } from '../courses/courses.sql.ts'
import { grantByGift } from '../enrolments/enrolments.queries.ts'
import { ACCOUNTS } from '../users/accounts.sql.ts'

export type GiftCode = {
  code: string
  order_id: string
  course_id: string
  course_name: string
  seat: number
  redeemed_by: number | null
}

const LENGTH = 12

/** Makes `count` gift codes for one course of an order, on the order's own transaction, and answers them. */
export async function createGiftCodes(
  trx: Db,
  { orderId, courseId, count, now }: { orderId: string; courseId: string; count: number; now: Date | string },
): Promise<string[]> {
  let seats = Array.from({ length: count }, (_, at) => at + 1)
  const made: string[] = []
  while (seats.length > 0) {
    const row = { order_id: orderId, course_id: courseId, created_at: now }
    const rows: { code: string; seat: number }[] = await trx('gift_codes')
      .insert(seats.map((seat) => ({ code: clearCode(LENGTH), seat, ...row })))
      .onConflict('code')
      .ignore()
      .returning(['code', 'seat'])
    made.push(...rows.map(({ code }) => code))
    seats = seats.filter((seat) => !rows.some((one) => one.seat === seat))
  }
  return made
}

/** A code that can be redeemed or was; a revoked one is not found. Held until the transaction ends. */
export async function lockGiftCode(trx: Db, code: string): Promise<GiftCode | undefined> {
  return trx('gift_codes')
    .join(trx.raw(`${COURSES} as courses`), 'courses.course_id', 'gift_codes.course_id')
    .where({ code })
    .whereNull('revoked_at')
    .forUpdate('gift_codes')
    .first('code', 'order_id', 'gift_codes.course_id', 'courses.name as course_name', 'seat', 'redeemed_by')
}

/** Gives the course of a code to a student (`users.id`); false, and nothing done, when the student has it. */
export async function redeemGiftCode(trx: Db, gift: GiftCode, userId: number, now: Date): Promise<boolean> {
  if (!(await grantByGift(trx, { userId, courseId: gift.course_id, code: gift.code, now }))) return false
  await trx('gift_codes').where({ code: gift.code }).update({ redeemed_by: userId, redeemed_at: now })
  return true
}

export type GiftCodeRow = {
  order_id: string
  code: string
  course_id: string
  redeemed: boolean
  redeemed_at: string | null
  /** Null while nobody has redeemed it, and once that account was deleted. */
  redeemer_id: string | null
  redeemer_name: string
  redeemer_email: string
}

/** The gift codes of orders that nobody took back, with who redeemed each. */
export function findGiftCodes(db: Db, orderIds: readonly string[]): Promise<GiftCodeRow[]> {
  return db('gift_codes')
    .leftJoin(db.raw(`${ACCOUNTS} as users`), 'users.id', 'gift_codes.redeemed_by')
    .select('order_id', 'code', 'course_id', 'redeemed_at', db.raw('redeemed_at is not null as redeemed'), {
      redeemer_id: db.raw('case when users.deleted_at is null then users.user_id end'),
      redeemer_name: db.raw(`coalesce(users.name, '')`),
      redeemer_email: db.raw(`coalesce(users.email, '')`),
    })
    .whereIn('order_id', [...orderIds])
    .whereNull('revoked_at')
    .orderBy(['order_id', 'course_id', 'code'])
}

export type GiftSeat = { code: string; course_id: string; seat: number; redeemed_at: string | null }

/** The gift seats of an order that nobody took back. `lock`: whoever redeems one at this moment is waited for. */
export function findGiftSeats(db: Db, orderId: string, { lock }: { lock: boolean }): Promise<GiftSeat[]> {
  return db('gift_codes')
    .where({ order_id: orderId })
    .whereNull('revoked_at')
    .orderBy('code')
    .modify((query) => lock && query.forUpdate())
    .select('code', 'course_id', 'seat', 'redeemed_at')
}

/** Takes back the code of one seat; answers it, or undefined when it was taken before. */
export async function revokeGiftSeat(
  trx: Db,
  { orderId, courseId, seat, now }: { orderId: string; courseId: string; seat: number; now: string },
): Promise<string | undefined> {
  const gift = trx('gift_codes').where({ order_id: orderId, course_id: courseId, seat }).whereNull('revoked_at')
  const [taken] = await gift.update({ revoked_at: now }).returning('code')
  return taken?.code
}

/** Takes back the codes of an order that nobody has redeemed, with `redeemed` those too that were; answers how many. */
export async function revokeGiftCodes(
  trx: Db,
  orderId: string,
  { now, redeemed }: { now: string; redeemed: boolean },
): Promise<number> {
  const codes = trx('gift_codes').where({ order_id: orderId }).whereNull('revoked_at')
  return (redeemed ? codes : codes.whereNull('redeemed_at')).update({ revoked_at: now })
}

/** All codes of an order, as a part of a statement. */
export const codesOfOrder = (db: Db, orderId: string): Knex.QueryBuilder =>
  db('gift_codes').select('code').where({ order_id: orderId })

/** All gift codes, for a statement of another feature that has to stay one. */
export const GIFT_CODES = '(select code, order_id, course_id from gift_codes)'
