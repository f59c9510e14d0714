import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'due',
    label: 'Instalments due',
    place: 'money',
    at: 294,
    roles: ['finance', 'support'],
    file: 'parts/DueTab.tsx',
    tool: 'See who pays in instalments, and who is late.',
    words: 'instalments parts emi plan payments later overdue',
  }),
] as const
