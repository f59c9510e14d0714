import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'orders',
    label: 'Orders',
    place: 'top',
    at: 20,
    roles: ['support', 'finance'],
    file: 'orders/OrdersTab.tsx',
    words: 'sales payments refunds buyers purchases disputes',
    waits: ['orders'],
  }),
] as const
