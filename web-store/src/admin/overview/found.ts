import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'From visit to paid', words: 'funnel conversion', tab: 'overview' },
  { title: 'Where buyers came from', words: 'sources campaign', tab: 'overview' },
  { title: 'What to do next', words: 'start checklist steps todo', tab: 'overview' },
  { title: 'Top courses', words: 'best selling', tab: 'overview' },
]
