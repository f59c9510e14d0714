import { exported, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'exports.settlements': exported('the payouts'),
  'settlements.read': ({ after }) => ({
    did: `fetched the payouts of ${String(after?.month ?? '')} from Razorpay`,
    thing: '',
    whole: true,
  }),
}
