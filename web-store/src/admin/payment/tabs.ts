import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'payment',
    label: 'Payment',
    place: 'under settings',
    at: 310,
    roles: [],
    file: 'payment/PaymentTab.tsx',
    settings: 'Selling',
    words: 'razorpay gateway configuration keys upi mode test live',
    alone: true,
  }),
] as const
