import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'developers',
    label: 'Developers',
    place: 'under settings',
    at: 325,
    roles: [],
    file: 'developers/DevelopersTab.tsx',
    settings: 'Data',
    words:
      'api keys zapier make n8n pabbly webhooks automation mcp assistant integrations connect programs google sheet',
    alone: true,
  }),
] as const
