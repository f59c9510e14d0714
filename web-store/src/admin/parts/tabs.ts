import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'due',
    label: 'Instalments due',
    place: 'money',
    at: 294,
    roles: ['finance', 'support'],
    file: 'parts/DueTab.tsx',
    words: 'instalments parts emi plan payments later overdue',
  }),
] as const
