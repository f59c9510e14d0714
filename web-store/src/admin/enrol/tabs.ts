import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'enrol',
    label: 'Enrol',
    place: 'students',
    at: 190,
    roles: ['support'],
    file: 'enrol/EnrolTab.tsx',
  }),
] as const
