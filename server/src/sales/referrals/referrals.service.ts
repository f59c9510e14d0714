import { DAY_MS } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { findGuaranteeDays } from '../../shop/settings/settings.queries.ts'
import { applyCoinChange } from '../../shop/users/coins.queries.ts'
import {
  closeReward,
  type DueReward,
  findDueRewards,
  findReferrals,
  insertReward,
  lockReward,
  reopenReward,
} from './referrals.queries.ts'

/** Nobody is rewarded sooner after the purchase, however short the shop's guarantee is. */
const LEAST_DAYS = 30
/** First purchases that could have been rewarded so long ago are not looked at again: the job was off, or the reward was. */
const LOOK_BACK_DAYS = 60
const BATCH = 200

/** Locks an order and returns true while money remains for it. Orders are above this feature, so it is passed in. */
type IsStillPaid = (trx: Db, orderId: string) => Promise<boolean>

/**
 * Rewards who brought a student, 30 days after the student's first purchase and not before the shop's guarantee for it has ended, with what
 * held on the day of the purchase. Nothing while the reward is off. Answers how many were rewarded.
 */
export async function payReferralRewards(ctx: Context, isStillPaid: IsStillPaid): Promise<number> {
  if ((await findReferrals(ctx.db)).reward_coins === 0) return 0
  const days = Math.max(LEAST_DAYS, await findGuaranteeDays(ctx.db))
  const daysAgo = (count: number) => new Date(ctx.now().getTime() - count * DAY_MS).toISOString()
  const range = { since: daysAgo(days + LOOK_BACK_DAYS), before: daysAgo(days) }
  let paid = 0
  for (;;) {
    const batch = await findDueRewards(ctx.db, { ...range, limit: BATCH })
    const before = paid
    for (const due of batch) if (await ctx.db.transaction((trx) => reward(ctx, trx, due, isStillPaid))) paid++
    if (batch.length < BATCH || paid === before) return paid
  }
}

async function reward(ctx: Context, trx: Db, due: DueReward, isStillPaid: IsStillPaid): Promise<boolean> {
  // A refund at this moment either sees the reward, or is seen here.
  if (!(await isStillPaid(trx, due.order_id))) return false
  if (!(await insertReward(trx, due, ctx.now()))) return false
  await change(ctx, trx, due, { change: due.coins, reason: 'referral reward' })
  ctx.log.info({ order_id: due.order_id, coins: due.coins }, 'referral rewarded')
  return true
}

/** Takes a reward back with a full refund: what was spent of it is owed. In the refund's own transaction. */
export async function takeRewardBack(ctx: Context, trx: Db, order: { order_id: string }): Promise<void> {
  const reward = await lockReward(trx, order.order_id)
  if (!reward || reward.taken_back_at !== null) return
  const reason = 'referral reward taken back with a refund'
  const isTaken = await change(ctx, trx, reward, { change: -reward.coins, reason, owes: true })
  await closeReward(trx, reward.referred_id, isTaken ? reward.coins : 0, ctx.now())
}

/** A full refund that fails after all gives back what it took of the reward. In the caller's transaction, the order locked. */
export async function giveRewardAgain(ctx: Context, trx: Db, order: { order_id: string }): Promise<void> {
  const reward = await lockReward(trx, order.order_id)
  if (!reward || reward.taken_back_at === null) return
  await reopenReward(trx, reward.referred_id)
  if (!reward.taken_back_coins) return
  const reason = 'referral reward given again: the refund failed'
  await change(ctx, trx, reward, { change: reward.taken_back_coins, reason })
}

type Rewarded = { referrer_id: number; order_id: string }

/** Returns false where the account is gone. */
async function change(
  { now }: Context,
  trx: Db,
  { referrer_id: userId, order_id: orderId }: Rewarded,
  coins: { change: number; reason: string; owes?: boolean },
): Promise<boolean> {
  const entry = { userId, orderId, account: 'rewards' as const, adminId: null, now: now(), ...coins }
  return (await applyCoinChange(trx, entry)) !== undefined
}
