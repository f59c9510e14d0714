import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'live',
    label: 'Date of a live lesson',
    place: 'under content',
    at: 130,
    roles: ['editor'],
    file: 'live/LiveTab.tsx',
    words: '',
  }),
] as const
