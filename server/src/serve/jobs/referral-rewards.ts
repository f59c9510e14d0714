import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { isStillPaid } from '../../sales/orders/orders.queries.ts'
import { payReferralRewards } from '../../sales/referrals/referrals.service.ts'

/** Once a day: rewards for students who were brought, bought, and kept it past the refund window. */
export function referralRewardsJob(ctx: Context): Job {
  return {
    name: 'referral-rewards',
    schedule: '23 21 * * *',
    retries: 3,
    run: async () => {
      await payReferralRewards(ctx, isStillPaid)
    },
  }
}
