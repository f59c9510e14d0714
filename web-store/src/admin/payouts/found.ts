import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  {
    title: 'Payments without a matching order',
    words: 'unmatched unknown money',
    tab: 'payouts',
    params: { part: 'payments-without-a-matching-order' },
  },
  { title: 'Next payout', words: 'settlement bank when', tab: 'payouts' },
  { title: 'Balance at Razorpay', words: 'waiting money', tab: 'payouts' },
  { title: 'Differences', words: 'reconciliation missing payment', tab: 'payouts' },
]
