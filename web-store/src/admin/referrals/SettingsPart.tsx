import { ReferralReward as Reward } from 'contract/referrals'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { number } from '../kit/fields.tsx'
import { settingsCard } from '../kit/settings-card.tsx'
import type { SettingsPart } from '../settings/SettingsTab.tsx'

/** Edits the reward of a student whose friend buys; off at 0. */
const ReferralReward = settingsCard({
  title: 'Referral reward',
  load: adminApi.referrals.get,
  save: adminApi.referrals.update,
  schema: Reward,
  stored: ({ referrals }) => referrals,
  fields: {
    reward_coins: number('Coins for a first purchase', {
      unmarked: true,
      min: 0,
      max: 100_000,
      help: 'Students get these coins 30 days after a friend who signed up with their code makes a first purchase, or when your guarantee ends if that is later. A full refund removes them. A new amount counts for purchases from now on. Enter 0 for no reward.',
    }),
  },
  foot: ({ rewarded, taken_back }) =>
    rewarded > 0 && (
      <Help>
        Paid {rewarded} {rewarded === 1 ? 'time' : 'times'} so far, {taken_back} removed with a refund.
      </Help>
    ),
  button: 'Save reward',
})

/** Shows the reward below the coins that buy. */
const Part: SettingsPart['default'] = ({ section }) => section === 'coins' && <ReferralReward />
export default Part
