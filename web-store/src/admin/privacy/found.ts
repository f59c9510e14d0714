import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Data requests', words: 'erase correct export answer 30 days', tab: 'privacy' },
]
