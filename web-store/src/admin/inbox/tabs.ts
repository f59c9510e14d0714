import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'inbox',
    label: 'Inbox',
    place: 'top',
    at: 220,
    roles: ['support'],
    file: 'inbox/InboxTab.tsx',
    words: 'questions tickets support help messages assignments answer reply',
    waits: ['messages', 'questions', 'assignments'],
  }),
] as const
