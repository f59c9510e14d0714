import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'privacy',
    label: 'Privacy desk',
    place: 'store',
    at: 322,
    roles: [],
    file: 'privacy/PrivacyDeskTab.tsx',
    words: 'data requests erase delete export dpdp consent rights registers processors retention nominee',
    waits: ['privacy'],
  }),
] as const
