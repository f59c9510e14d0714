import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'month',
    label: 'The month',
    place: 'money',
    at: 291,
    roles: ['finance'],
    file: 'books/MonthTab.tsx',
  }),
] as const
