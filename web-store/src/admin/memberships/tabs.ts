import { MONEY_ROLES } from 'contract/money-right'
import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'memberships',
    label: 'Memberships',
    place: 'grow',
    at: 232,
    roles: MONEY_ROLES,
    file: 'memberships/MembershipsTab.tsx',
    tool: 'Sell courses for a price each month, quarter or year, debited by itself.',
    words: 'subscription recurring monthly autopay upi mandate pass renewals razorpay',
  }),
] as const
