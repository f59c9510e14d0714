import { valueText } from '../activity/field-labels.ts'
import type { Sentences } from '../activity/phrases.ts'
import { settingsPath } from '../settings/settings-index.ts'

export const activity: Sentences = {
  'referrals.update': ({ before, after }) => ({
    did: 'changed',
    thing: 'the referral reward',
    rest: `from ${valueText('coins', before?.reward_coins)} to ${valueText('coins', after?.reward_coins)} coins`,
    to: settingsPath('coins'),
    whole: true,
  }),
}
