import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'overview',
    label: 'Home',
    place: 'top',
    at: 10,
    roles: ['support', 'finance'],
    file: 'overview/OverviewTab.tsx',
    words: 'dashboard today sales figures chart visitors health start',
  }),
] as const
