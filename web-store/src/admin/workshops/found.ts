import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Dates and seats', words: 'workshop cohort batch live seats date waiting list', tab: 'courses' },
]
