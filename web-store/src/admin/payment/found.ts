import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Razorpay keys', words: 'gateway api key secret', tab: 'payment' },
  { title: 'Webhook address', words: 'razorpay events report', tab: 'payment' },
  { title: 'Refund limit', words: 'second person approve', tab: 'payment' },
  { title: 'Referral reward', words: 'coins friend invite', tab: 'payment' },
  { title: 'Payment mode', words: 'test live selling', tab: 'payment' },
  { title: 'Health', words: 'problems checks gateway mail disk', tab: 'payment' },
  { title: 'Payments without a matching order', words: 'unmatched unknown money', tab: 'payment' },
]
