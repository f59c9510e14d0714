import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Razorpay keys', words: 'gateway api key secret mode test live selling', tab: 'payment' },
  {
    title: 'Webhook address',
    words: 'razorpay events report secret',
    tab: 'payment',
    params: { part: 'webhook-address' },
  },
]
