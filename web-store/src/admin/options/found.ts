import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Several prices', words: 'options tiers plans lifetime upgrade course price', tab: 'courses' },
]
