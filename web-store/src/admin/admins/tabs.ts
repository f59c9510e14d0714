import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'admins',
    label: 'Admins',
    place: 'team',
    at: 330,
    roles: [],
    file: 'admins/AdminsTab.tsx',
    words: 'team people roles editor support finance invite staff accountant access',
  }),
] as const
