import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Renewal', words: 'expire extend again access period', tab: 'courses' },
]
