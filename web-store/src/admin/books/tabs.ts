import { defineTab } from '../tabs/tab.ts'

export const tabs = [
  defineTab({
    id: 'month',
    label: 'Monthly accounts',
    place: 'money',
    at: 291,
    roles: ['finance'],
    file: 'books/MonthTab.tsx',
    tool: 'Give your accountant the files of a month.',
    words: 'accounts books close tally zoho gst accountant chartered reports weekly e-invoice irn',
  }),
] as const
