import { about, type Sentences } from '../activity/phrases.ts'

export const activity: Sentences = {
  'gateway.add': () => ({ did: 'saved', thing: 'the Razorpay keys' }),
  'gateway.test': about('tested', 'the Razorpay keys'),
  'gateway.setWebhookSecret': about('changed', 'the webhook secret'),
}
