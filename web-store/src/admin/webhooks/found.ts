import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Webhooks', words: 'zapier make n8n pabbly events post url deliveries secret', tab: 'developers' },
  { title: 'Deliveries', words: 'webhook failed resend attempts', tab: 'developers' },
]
