import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'privacy',
    label: 'Privacy',
    place: 'team',
    at: 345,
    roles: [],
    file: 'privacy/PrivacyDeskTab.tsx',
    tool: 'Answer students who ask for their data, and see what the law wants from you.',
    settings: 'Data',
    words: 'desk papers data requests erase delete export dpdp consent rights registers processors retention nominee',
    waits: ['privacy'],
  }),
] as const
