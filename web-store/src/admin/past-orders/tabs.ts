import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'pastorders',
    label: 'Past orders',
    place: 'under orders',
    at: 30,
    roles: ['support', 'finance'],
    file: 'past-orders/PastOrdersTab.tsx',
    words: 'moved in orders before this shop history import',
    alone: true,
  }),
] as const
