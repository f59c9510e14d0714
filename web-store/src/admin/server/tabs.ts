import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'backups',
    label: 'Backups',
    place: 'under settings',
    at: 326,
    roles: [],
    file: 'server/BackupsTab.tsx',
    words: 'save restore copy archive bucket download move out export leave server disk database health',
    alone: true,
  }),
] as const
