import { valueText } from '../activity/field-labels.ts'
import { about, type Sentences } from '../activity/phrases.ts'
import { adminPaths } from '../host/admin-paths.ts'

export const activity: Sentences = {
  'referrals.update': ({ before, after }) => ({
    did: 'changed',
    thing: 'the referral reward',
    rest: `from ${valueText('coins', before?.reward_coins)} to ${valueText('coins', after?.reward_coins)} coins`,
    to: adminPaths.tab('payment'),
    whole: true,
  }),
  'gateway.add': () => ({ did: 'saved', thing: 'the Razorpay keys' }),
  'gateway.test': about('tested', 'the Razorpay keys'),
  'gateway.setWebhookSecret': about('changed', 'the webhook secret'),
}
