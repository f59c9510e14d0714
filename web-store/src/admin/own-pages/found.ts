import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Landing page', words: 'new campaign offer course', tab: 'pages' },
  { title: 'Link page', words: 'bio instagram link in bio', tab: 'pages' },
]
