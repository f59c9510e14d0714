import type { Context, Db } from '../context.ts'
import { applyCoinChange, lockBalance } from '../users/coins.queries.ts'
import {
  closeReward,
  type DueReward,
  findDueRewards,
  findReferrals,
  insertReward,
  lockReward,
} from './referrals.queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** The promise to give the money back holds so long; before that nobody is rewarded. */
const REFUND_DAYS = 30
/** Older first purchases are not looked at again: the job was off, or the reward was. */
const LOOK_BACK_DAYS = 90
const BATCH = 200

/** Locks an order and says whether money is still kept for it. Orders stand above this feature, so it is handed in. */
type IsStillPaid = (trx: Db, orderId: string) => Promise<boolean>

/**
 * Rewards who brought a student, once the student's first purchase is past its refund window, with what held on the day of
 * the purchase. Nothing while the reward is off. Answers how many were rewarded.
 */
export async function payReferralRewards(ctx: Context, isStillPaid: IsStillPaid): Promise<number> {
  if ((await findReferrals(ctx.db)).reward_coins === 0) return 0
  const now = ctx.now().getTime()
  const range = {
    since: new Date(now - LOOK_BACK_DAYS * DAY_MS).toISOString(),
    before: new Date(now - REFUND_DAYS * DAY_MS).toISOString(),
  }
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
  const { referrer_id: userId, coins } = due
  const change = { userId, change: coins, reason: 'referral reward', adminId: null, now: ctx.now() }
  await applyCoinChange(trx, change)
  ctx.log.info({ order_id: due.order_id, coins }, 'referral rewarded')
  return true
}

/** With a full refund the reward goes too, as far as the coins are still there. In the refund's own transaction. */
export async function takeRewardBack(ctx: Context, trx: Db, order: { order_id: string }): Promise<void> {
  const reward = await lockReward(trx, order.order_id)
  if (!reward) return
  const taken = Math.min(reward.coins, await lockBalance(trx, reward.referrer_id))
  await closeReward(trx, reward.referred_id, taken, ctx.now())
  if (taken === 0) return
  const reason = 'referral reward taken back with a refund'
  await applyCoinChange(trx, { userId: reward.referrer_id, change: -taken, reason, adminId: null, now: ctx.now() })
}
