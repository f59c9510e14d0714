import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'webhooks',
    label: 'Webhooks',
    place: 'under settings',
    at: 327,
    roles: [],
    file: 'webhooks/WebhooksTab.tsx',
  }),
] as const
