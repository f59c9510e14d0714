import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'developers',
    label: 'Developers',
    place: 'under settings',
    at: 325,
    roles: [],
    file: 'developers/DevelopersTab.tsx',
  }),
] as const
