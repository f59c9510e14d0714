import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'activity',
    label: 'Activity',
    place: 'team',
    at: 340,
    roles: [],
    file: 'activity/ActivityTab.tsx',
    tool: 'See who changed what, and when.',
    settings: 'Team',
    words: 'log history audit who changed what',
  }),
] as const
