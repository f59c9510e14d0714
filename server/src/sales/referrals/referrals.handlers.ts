import { calls, requireUser } from '../../context.ts'
import { setting } from '../../shop/settings/setting.ts'
import { readLedger } from '../../shop/users/coins.queries.ts'
import { findReferrals, saveReward } from './referrals.queries.ts'

export const referralHandlers = {
  coins: calls.referrals.coins.handler(({ input, context }) =>
    readLedger(context.ctx.db, requireUser(context).id, input),
  ),
}

export const referralReward = setting({
  calls: [calls.referrals.get, calls.referrals.update],
  find: findReferrals,
  store: (trx, { reward_coins }, { now }) => saveReward(trx, reward_coins, now()),
  answer: (referrals) => ({ message: 'Referral reward updated successfully', referrals }),
})
