import type { Context, Db } from '../../context.ts'
import { findEnrolment } from '../../courses/enrolments/enrolments.queries.ts'
import { appError, plainError } from '../../errors.ts'
import { keepLiving } from '../../shop/users/users.queries.ts'
import { isGoingBack } from '../orders/refund-state.queries.ts'
import { type GiftCode, lockGiftCode, redeemGiftCode, replaceGiftCode } from './gifts.queries.ts'

/** Redeems a code for a student (`users.id`). Every 409 leaves the code good; the contract says them. */
export async function redeemGift(
  { db, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  { code, extend }: { code: string; extend: boolean },
): Promise<{ course_id: string; course_name: string }> {
  return db.transaction(async (trx) => {
    await keepLiving(trx, userId)
    const gift = await lockGiftCode(trx, code)
    if (!gift) throw appError('not_found', 'Gift code not found')
    if (gift.redeemed_by !== null) throw appError('already_redeemed', 'This gift code has already been redeemed')
    // A separate query: a statement that waited for the lock misses a newer refund request.
    if (await isGoingBack(trx, gift)) throw appError('not_found', 'Gift code not found')
    const had = await findEnrolment(trx, userId, gift.course_id)
    if (!(await redeemGiftCode(trx, gift, userId, now())))
      throw appError('already_owned', 'You already own this course')
    if (!extend && had?.ends_at && new Date(had.ends_at) > now()) {
      const { ends_at: extends_to = null } = (await findEnrolment(trx, userId, gift.course_id)) ?? {}
      const dates = { ends_at: had.ends_at, extends_to }
      throw appError('extends_access', 'You have this course already. This code would extend your access', dates)
    }
    return { course_id: gift.course_id, course_name: gift.course_name }
  })
}

/**
 * Sends the buyer a new code in the place of one that got lost or into wrong hands; the old one is dead. In the caller's transaction, the order locked.
 * 404; 409 `already_redeemed`, and `conflict` while its money goes back.
 */
export async function renewGift(
  ctx: Context,
  trx: Db,
  { orderId, code }: { orderId: string; code: string },
): Promise<GiftCode> {
  const gift = await lockGiftCode(trx, code)
  if (!gift || gift.order_id !== orderId) throw appError('not_found', 'Gift code not found')
  if (gift.redeemed_by !== null) throw appError('already_redeemed', 'This gift code has already been redeemed')
  if (await isGoingBack(trx, gift)) throw plainError('conflict', 'This gift code is being refunded')
  const made = await replaceGiftCode(trx, gift, ctx.now().toISOString())
  await ctx.queue.send(trx, 'gift-mail', { code: made })
  return { ...gift, code: made }
}
