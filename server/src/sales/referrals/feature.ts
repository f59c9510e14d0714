import { defineFeature } from '../../platform/features/define-feature.ts'
import { LEDGER } from '../../platform/features/manifest.sql.ts'
import * as invariants from './referrals.invariants.ts'

export default defineFeature({
  invariants,
  tables: {
    referral_rewards: {
      stays: 'money',
      person: {
        erased: [],
        kept: { [LEDGER]: ['referrer_id', 'referred_id', 'order_id'] },
      },
      ownData: {
        title: 'Referral rewards',
        select: `select case when referrer_id = :id then 'you referred a friend' else 'a friend referred you' end as what, coins, created_at,
        taken_back_at
      from referral_rewards where referrer_id = :id or referred_id = :id order by created_at`,
      },
      archive: {
        file: 'referrals.csv',
        about: 'who referred whom, and the coins for it',
        select: `select u.email as referrer, f.email as friend, t.order_id, t.coins, t.created_at, t.taken_back_at, t.taken_back_coins
      from referral_rewards t join users u on u.id = t.referrer_id join users f on f.id = t.referred_id
      where u.deleted_at is null and f.deleted_at is null order by t.created_at, f.id`,
      },
    },
    referral_settings: {
      holds: 'figures, settings and numbers of the shop',
      archive: { settings: 'select reward_coins from referral_settings' },
    },
    referral_terms: {
      holds: 'figures, settings and numbers of the shop',
      archive: { settings: 'select since, reward_coins from referral_terms order by since' },
    },
  },
})
