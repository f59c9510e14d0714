import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Plan a sale', words: 'discount price schedule publish day', tab: 'courses' },
  { title: 'Who is stuck', words: 'students lesson analytics', tab: 'courses' },
]
