import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Sums of the month', words: 'what came in went out you owe the tax office the bank paid', tab: 'month' },
  { title: 'E-invoices', words: 'irn portal json gst', tab: 'month' },
  { title: 'Files of this month', words: 'gstr-1 tally zoho export accountant csv', tab: 'month' },
  { title: 'Reports by email', words: 'weekly monthly accountant send', tab: 'month' },
]
