import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'orders',
    label: 'Orders',
    place: 'top',
    at: 20,
    roles: ['support', 'finance'],
    file: 'orders/OrdersTab.tsx',
  }),
] as const
