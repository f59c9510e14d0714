import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Pay in parts', words: 'instalments emi split plan course', tab: 'courses' },
  { title: 'Ask your accountant once', words: 'instalments tax parts', tab: 'due' },
]
