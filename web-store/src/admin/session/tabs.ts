import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'password',
    label: 'Security',
    place: 'account',
    at: 350,
    roles: ['editor', 'support', 'finance'],
    file: 'session/SignInTab.tsx',
  }),
] as const
