import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'pay-links',
    label: 'Pay links',
    place: 'grow',
    at: 235,
    roles: ['support', 'finance'],
    file: 'pay-links/PayLinksTab.tsx',
    tool: 'Send one person a price of their own, as a link to pay.',
    words: 'new link to pay custom amount whatsapp invoice person upi',
  }),
] as const
