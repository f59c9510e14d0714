import type { Found } from '../tabs/tab.ts'

export const found: readonly Found[] = [
  { title: 'Google sheet', words: 'spreadsheet rows orders sync', tab: 'developers' },
]
