import { calls, requireUser } from '../../context.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { readLedger } from '../../shop/users/coins.queries.ts'
import { findReferrals, saveReward } from './referrals.queries.ts'

export const referralHandlers = {
  coins: calls.referrals.coins.handler(({ input, context }) =>
    readLedger(context.ctx.db, requireUser(context).id, input),
  ),

  get: calls.referrals.get.handler(({ context }) => findReferrals(context.ctx.db)),

  update: calls.referrals.update.handler(async ({ input, context }) => {
    const { db, now } = context.ctx
    const referrals = await db.transaction(async (trx) => {
      const before = await findReferrals(trx)
      await saveReward(trx, input.reward_coins, now())
      const after = await findReferrals(trx)
      await noteChange(trx, { kind: 'settings', ...changedFields(before, after) })
      return after
    })
    return { message: 'Referral reward updated successfully', referrals }
  }),
}
