import { randomInt } from 'node:crypto'
import type { Db } from '../context.ts'

export type GiftCode = {
  code: string
  order_id: string
  course_id: string
  course_name: string
  redeemed_by: number | null
}

/** Without 0 O, 1 I L: codes are read aloud and typed in. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const LENGTH = 12

/** Makes `count` gift codes for one course of an order, on the order's own transaction, and answers them. */
export async function createGiftCodes(
  trx: Db,
  { orderId, courseId, count, now }: { orderId: string; courseId: string; count: number; now: Date | string },
): Promise<string[]> {
  const made: string[] = []
  while (made.length < count) {
    const drawn = Array.from({ length: count - made.length }, drawCode)
    const rows: { code: string }[] = await trx('gift_codes')
      .insert(drawn.map((code) => ({ code, order_id: orderId, course_id: courseId, created_at: now })))
      .onConflict('code')
      .ignore()
      .returning('code')
    made.push(...rows.map(({ code }) => code))
  }
  return made
}

/** A code that can be redeemed or was; a revoked one is not found. Held until the transaction ends. */
export async function lockGiftCode(trx: Db, code: string): Promise<GiftCode | undefined> {
  return trx('gift_codes')
    .join('courses', 'courses.course_id', 'gift_codes.course_id')
    .where({ code })
    .whereNull('revoked_at')
    .forUpdate('gift_codes')
    .first('code', 'order_id', 'gift_codes.course_id', 'courses.name as course_name', 'redeemed_by')
}

/** True while the money of the order's open codes is on its way back, or is back. */
export async function isGoingBack(trx: Db, { order_id }: GiftCode): Promise<boolean> {
  const closing = trx('refunds').where({ order_id, redeemed: 'keep' }).whereNot({ status: 'failed' })
  return (await closing.first('refund_id')) !== undefined
}

/** Gives the course of a code to a student (`users.id`); false, and nothing done, when the student has it. */
export async function redeemGiftCode(trx: Db, gift: GiftCode, userId: number, now: Date): Promise<boolean> {
  const granted = await trx('enrolments')
    .insert({ user_id: userId, course_id: gift.course_id, gift_code: gift.code, granted_at: now })
    .onConflict()
    .ignore()
    .returning('id')
  if (granted.length === 0) return false
  await trx('gift_codes').where({ code: gift.code }).update({ redeemed_by: userId, redeemed_at: now })
  return true
}

function drawCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
