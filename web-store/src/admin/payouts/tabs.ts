import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'payouts',
    label: 'Payouts',
    place: 'money',
    at: 290,
    roles: ['finance'],
    file: 'payouts/PayoutsTab.tsx',
    tool: 'See what Razorpay has paid to your bank, and what it kept as fees.',
    words: 'paid out sums of the month settlements bank fees money transferred utr reconciliation',
  }),
] as const
