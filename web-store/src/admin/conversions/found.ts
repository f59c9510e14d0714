import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Tell Meta and Google of sales', words: 'pixel conversions api ads facebook', tab: 'sources' },
]
