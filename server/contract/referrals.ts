import { z } from 'zod'
import { defineCall } from './define-call.ts'
import { Message, whole, wholeNumber } from './fields.ts'

const REWARD = 'Reward must be a whole number from 0 to 100000'

/** `rewarded` and `taken_back` are how many referrals were, so far. */
export const Referrals = z.object({
  /** Coins for who brought a student that bought; 0 = off. */
  reward_coins: z.number().int(),
  rewarded: z.number().int(),
  taken_back: z.number().int(),
})

export const ReferralReward = z.object({
  reward_coins: whole(0, 100_000, REWARD),
})

/** One change of a balance; `change` is negative where coins went. */
export const CoinChange = z.object({
  change: z.number().int(),
  balance_after: z.number().int(),
  /** In words: by an admin, for a referral, or taken back with a refund. */
  reason: z.string(),
  at: z.string(),
})

/** Newest first; `total` counts all of them. */
export const CoinLedger = z.object({
  coins: z.number().int(),
  changes: z.array(CoinChange),
  total: z.number().int(),
})

/** A window of a ledger: 50 rows by default. */
export const LedgerWindow = z.object({
  limit: wholeNumber(1, 200, 'Must be a whole number from 1 to 200').optional(),
  offset: wholeNumber(0, 1_000_000_000, 'Must be a whole number from 0').optional(),
})

export const referrals = {
  /** Lists the entries of the own coins. */
  coins: defineCall({
    method: 'GET',
    path: '/user/coins',
    access: 'user',
    inView: true,
    summary: 'Own coins and how they came',
  })
    .input(LedgerWindow)
    .output(CoinLedger),

  get: defineCall({
    method: 'GET',
    path: '/admin/referrals',
    access: 'admin',
    summary: 'What a referral earns',
  }).output(Referrals),

  /** Holds for first purchases from now on, each rewarded after its 30 days; at 0 nothing is paid, what is due waits. */
  update: defineCall({
    method: 'PUT',
    path: '/admin/referrals',
    access: 'admin',
    summary: 'Change what a referral earns',
    confirm: { without: 'the same call puts it back' },
  })
    .input(ReferralReward)
    .output(Message.extend({ referrals: Referrals })),
}
