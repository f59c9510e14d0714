import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'enrol',
    label: 'Give access',
    place: 'under users',
    at: 190,
    roles: ['support'],
    file: 'enrol/EnrolTab.tsx',
    words: 'by hand give access add students free manual paste csv remove',
    alone: true,
  }),
] as const
