import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Coins of a student', words: 'wallet add subtract history', tab: 'users' },
  { title: 'Saved segments', words: 'filter group finished spent', tab: 'users' },
]
