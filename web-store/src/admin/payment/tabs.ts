import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'payment',
    label: 'Payment',
    place: 'money',
    at: 310,
    roles: [],
    file: 'payment/PaymentTab.tsx',
    words: 'razorpay gateway configuration keys upi mode test live refund limit referral',
  }),
] as const
