import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'settings',
    label: 'Settings',
    place: 'bottom',
    at: 320,
    roles: [],
    file: 'settings/SettingsTab.tsx',
    words: 'shop name logo colours contact legal configuration options',
  }),
] as const
