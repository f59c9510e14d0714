import { ORPCError } from '@orpc/server'
import type { Gift } from 'contract/gifts'
import type { Context, Db } from '../../context.ts'
import { findEnrolment } from '../../courses/enrolments/enrolments.queries.ts'
import { appError, plainError } from '../../errors.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import {
  findGift,
  findGiftedCourses,
  type GiftCode,
  type GiftedCourse,
  isGoingBack,
  lockGiftCode,
  redeemGiftCode,
  replaceGiftCode,
} from './gifts.queries.ts'

/** The states behind the refusals of a redemption; the last two if somebody was faster between two looks. */
const refusals: Record<string, Gift['state']> = {
  extends_access: 'extends',
  already_owned: 'owned',
  already_redeemed: 'redeemed',
  not_found: 'ended',
}

/** Finds what a code gives; the contract's entry lists the states. A code that was redeemed has no owner here. */
export async function lookAtGift(db: Db, code: string): Promise<Gift> {
  const { gift, ...shown } = await requireGift(db, code)
  return shown
}

/** Finds what a code would do for a student (`users.id`): a redemption that is rolled back, so that both always agree. */
export async function lookAtGiftFor(ctx: Pick<Context, 'db' | 'now'>, userId: number, code: string): Promise<Gift> {
  const { gift, ...shown } = await requireGift(ctx.db, code)
  if (shown.state === 'redeemed') return { ...shown, state: gift.redeemed_by === userId ? 'yours' : 'redeemed' }
  if (shown.state === 'ended') return shown
  const trx = await ctx.db.transaction()
  try {
    await redeemWithin({ db: trx, now: ctx.now }, userId, { code, extend: false })
    return shown
  } catch (error) {
    const state = error instanceof ORPCError ? refusals[error.code] : undefined
    if (!state) throw error
    return { ...shown, state, ...(state === 'extends' ? (error as ORPCError<string, object>).data : {}) }
  } finally {
    await trx.rollback()
  }
}

async function requireGift(db: Db, code: string) {
  const gift = await findGift(db, code)
  if (!gift) throw appError('not_found', 'Gift code not found')
  const { course_id, course_name, course_banner, access_period, redeemed_at, revoked_at } = gift
  const ended = revoked_at !== null || (redeemed_at === null && (await isGoingBack(db, gift)))
  const state = ended ? ('ended' as const) : redeemed_at === null ? ('open' as const) : ('redeemed' as const)
  const inside = await findGiftedCourses(db, gift)
  return {
    gift,
    course_id,
    course_name,
    course_banner,
    ...(access_period ? { access_period } : {}),
    state,
    ...(inside.length > 0 ? { includes: inside.map(toGifted) } : {}),
  }
}

const toGifted = ({ access_period, ...course }: GiftedCourse) => ({
  ...course,
  ...(access_period ? { access_period } : {}),
})

type RefundTerms = { code: string; extend: boolean }

/** Redeems a code for a student (`users.id`). Every 409 leaves the code good; the contract says them. */
export const redeemGift = ({ db, now }: Pick<Context, 'db' | 'now'>, userId: number, wish: RefundTerms) =>
  db.transaction((trx) => redeemWithin({ db: trx, now }, userId, wish))

async function redeemWithin(
  { db: trx, now }: Pick<Context, 'db' | 'now'>,
  userId: number,
  { code, extend }: RefundTerms,
): Promise<{ course_id: string; course_name: string }> {
  await lockLiving(trx, userId)
  const gift = await lockGiftCode(trx, code)
  if (!gift) throw appError('not_found', 'Gift code not found')
  if (gift.redeemed_by !== null) throw appError('already_redeemed', 'This gift code has already been redeemed')
  // A separate query: a statement that waited for the lock misses a newer refund request.
  if (await isGoingBack(trx, gift)) throw appError('not_found', 'Gift code not found')
  const inside = await findGiftedCourses(trx, gift)
  const courses = inside.length > 0 ? inside : [gift]
  const ends = new Map<string, string | null>()
  for (const { course_id } of courses)
    ends.set(course_id, (await findEnrolment(trx, userId, course_id))?.ends_at ?? null)
  if (!(await redeemGiftCode(trx, gift, { userId, courses, now: now() })))
    throw appError('already_owned', 'You already own this course')
  for (const [course_id, ends_at] of extend ? [] : ends) {
    if (ends_at === null || new Date(ends_at) <= now()) continue
    const { ends_at: extends_to = null } = (await findEnrolment(trx, userId, course_id)) ?? {}
    if (extends_to === ends_at) continue
    throw appError('extends_access', 'You have this course already. This code would extend your access', {
      ends_at,
      extends_to,
    })
  }
  return { course_id: gift.course_id, course_name: gift.course_name }
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
