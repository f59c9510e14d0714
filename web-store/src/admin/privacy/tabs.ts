import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'privacy',
    label: 'Privacy desk',
    place: 'store',
    at: 322,
    roles: [],
    file: 'privacy/PrivacyDeskTab.tsx',
  }),
] as const
