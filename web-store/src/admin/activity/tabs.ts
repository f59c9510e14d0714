import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'activity',
    label: 'Activity',
    place: 'team',
    at: 340,
    roles: [],
    file: 'activity/ActivityTab.tsx',
    words: 'log history audit who changed what',
  }),
] as const
