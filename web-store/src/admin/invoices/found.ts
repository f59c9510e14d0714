import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'GST settings', words: 'tax gstin sac rate invoices', tab: 'invoices', params: { view: 'gst' } },
  { title: 'Invoice numbers', words: 'prefix series gst', tab: 'invoices', params: { view: 'gst' } },
  { title: 'Documents by month', words: 'export accountant zip pdf', tab: 'invoices' },
]
