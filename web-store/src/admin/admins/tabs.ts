import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'admins',
    label: 'Admins',
    place: 'team',
    at: 330,
    roles: [],
    file: 'admins/AdminsTab.tsx',
    tool: 'Let others work in your shop, each with their own login.',
    settings: 'Team',
    words: 'team people roles editor support finance invite staff accountant access',
  }),
] as const
