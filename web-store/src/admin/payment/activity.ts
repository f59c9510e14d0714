import { valueText } from '../activity/field-labels.ts'
import type { Sentences } from '../activity/phrases.ts'
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
  'gateway.test': () => ({ did: 'tested', thing: 'the Razorpay keys', whole: true }),
  'gateway.setWebhookSecret': () => ({ did: 'changed', thing: 'the webhook secret', whole: true }),
}
