import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'invoices',
    label: 'Invoices',
    place: 'money',
    at: 300,
    roles: ['finance'],
    file: 'invoices/InvoicesTab.tsx',
    tool: 'Find the invoice of each order, and set up GST.',
    words: 'gst tax bills receipts credit notes documents gstin',
  }),
] as const
